import { html } from '../../platform/html.ts'

/** Registration, in English. */
export const en = {
  events: {
    accountCreated: () => html`The account was made`,
    forExistingAccount: () =>
      html`Somebody asked for a new account with the address of this one. Nothing was changed`,
  },
}

/** The entries of every language. */
export type EnrollmentWords = typeof en
