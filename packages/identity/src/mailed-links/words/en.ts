import { html } from '../../platform/html.ts'

/** Mailed links, in English. */
export const en = {
  events: {
    recoveryRequested: () => html`Somebody asked for a link to choose a new password`,
    browserLinkRequested: () => html`Somebody asked for a link to use a new browser`,
    verificationRequested: () => html`A link was sent to confirm the email address`,
    codeRefused: () => html`Somebody gave a wrong code from an email`,
  },
}

/** The entries of every language. */
export type MailedLinkWords = typeof en
