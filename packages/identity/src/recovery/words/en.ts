import { html } from '../../platform/html.ts'

/** The ways back in, in English. */
export const en = {
  events: {
    browserAdmitted: () => html`A link from an email allowed signing in with a new browser`,
    passwordReset: () => html`A new password was chosen by a mailed link. Everybody was signed out`,
  },
}

/** The entries of every language. */
export type RecoveryWords = typeof en
