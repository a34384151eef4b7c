import { html } from '../../platform/html.ts'

/** Registration, in English. */
export const en = {
  events: {
    accountCreated: () => html`You made this account`,
    forExistingAccount: () => html`Somebody asked for a new account with your address. Nothing was changed`,
  },
}

/** The entries of every language. */
export type EnrollmentWords = typeof en
