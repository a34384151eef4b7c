import { html } from '../../platform/html.ts'

/** Acts on an account, in English. */
export const en = {
  events: {
    suspended: () => html`The people who run this service suspended the account`,
    reinstated: () => html`The people who run this service opened the account again`,
    suspensionEnded: () => html`The suspension of the account ended`,
    verificationRequired: () => html`The people who run this service asked you to confirm your address again`,
    signedOut: () => html`The people who run this service signed you out everywhere`,
    wasNotMe: () =>
      html`You told us that something was not you. Everybody was signed out, and the password stopped working`,
  },
}

/** The entries of every language. */
export type CitizenWords = typeof en
