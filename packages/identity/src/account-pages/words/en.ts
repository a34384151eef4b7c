import { type Html, html } from '../../platform/html.ts'

/** The pages of the account, in English. */
export const en = {
  limits: {
    passwordChanges: 'Changes of the password',
    profileChanges: 'Changes of the name, the telephone number or the language',
  },
  events: {
    passwordChanged: () => html`The password was changed`,
    profileChanged: () => html`The name or the phone number was changed`,
    emailVerified: () => html`The email address was confirmed`,
    programDisconnected: (program: Html) => html`Disconnected ${program}`,
  },
}

/** The entries of every language. */
export type AccountWords = typeof en
