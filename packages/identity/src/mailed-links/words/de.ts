import { html } from '../../platform/html.ts'
import type { MailedLinkWords } from './en.ts'

/** Mailed links, in German. */
export const de: MailedLinkWords = {
  events: {
    recoveryRequested: () => html`Jemand hat einen Link für ein neues Passwort angefordert`,
    browserLinkRequested: () => html`Jemand hat einen Link für einen neuen Browser angefordert`,
    verificationRequested: () => html`Ein Link zum Bestätigen der E-Mail-Adresse wurde gesendet`,
    codeRefused: () => html`Jemand hat einen falschen Code aus einer E-Mail eingegeben`,
  },
}
