import { html } from '../../platform/html.ts'
import type { MailedLinkWords } from './en.ts'

/** Mailed links, in French. */
export const fr: MailedLinkWords = {
  events: {
    recoveryRequested: () => html`Quelqu’un a demandé un lien pour choisir un nouveau mot de passe`,
    browserLinkRequested: () => html`Quelqu’un a demandé un lien pour utiliser un nouveau navigateur`,
    verificationRequested: () => html`Un lien a été envoyé pour confirmer l’adresse e-mail`,
    codeRefused: () => html`Quelqu’un a saisi un code d’e-mail incorrect`,
  },
}
