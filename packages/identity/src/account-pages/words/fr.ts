import { type Html, html } from '../../platform/html.ts'
import type { AccountWords } from './en.ts'

/** The pages of the account, in French. */
export const fr: AccountWords = {
  limits: {
    passwordChanges: 'Changements du mot de passe',
    profileChanges: 'Changements du nom, du téléphone ou de la langue',
  },
  events: {
    passwordChanged: () => html`Le mot de passe a été modifié`,
    profileChanged: () => html`Le nom ou le numéro de téléphone a été modifié`,
    emailVerified: () => html`L’adresse e-mail a été confirmée`,
    programDisconnected: (program: Html) => html`Service déconnecté du compte\u00a0: ${program}`,
  },
}
