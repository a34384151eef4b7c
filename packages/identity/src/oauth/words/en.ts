import { type Html, html } from '../../platform/html.ts'

/** The endpoints of programs, in English. */
export const en = {
  events: {
    cancelled: (program: Html) => html`Did not go on to ${program}`,
    accessEnded: (program: Html) =>
      html`Signed out of ${program}, because somebody may have copied its access to your account`,
    programSignedOut: (program: Html) => html`Signed out of ${program}`,
  },
}

/** The entries of every language. */
export type OAuthWords = typeof en
