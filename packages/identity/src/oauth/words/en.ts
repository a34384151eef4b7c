import { type Html, html } from '../../platform/html.ts'

/** The endpoints of programs, in English. */
export const en = {
  limits: {
    tokens: 'Requests for tokens, by programs',
    introspections: 'Introspections by programs',
    cancellations: 'Programs that somebody did not go on to',
  },
  events: {
    programConnected: (program: Html) => html`${program} was allowed to know the account`,
    cancelled: (program: Html) => html`Did not go on to ${program}`,
    accessEnded: (program: Html) =>
      html`Signed out of ${program}, because somebody may have copied its access to the account`,
    programSignedOut: (program: Html) => html`Signed out of ${program}`,
    codeBurned: (program: Html) =>
      html`${program} could not take the citizen in: it sent a code with a wrong proof`,
  },
}

/** The entries of every language. */
export type OAuthWords = typeof en
