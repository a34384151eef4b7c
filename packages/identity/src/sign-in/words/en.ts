import { html } from '../../platform/html.ts'

/** Signing in, in English. */
export const en = {
  events: {
    signedIn: () => html`Signed in with the password`,
    signedInWithPasskey: () => html`Signed in with a passkey`,
    signedInWithCode: () => html`Signed in with the password and a code`,
    failed: () => html`An attempt to sign in failed`,
    slowed: () => html`After too many wrong passwords or codes, the next try has to wait`,
    passwordWrong: () => html`A wrong password was given on a page of this account`,
    codeWrong: () => html`Somebody gave the password and a wrong code`,
    closedToBrowser: () => html`After many wrong passwords, new browsers need a mailed link to sign in`,
    hashReplaced: () =>
      html`The password from the former system was used for the first time, and stored in a new form`,
  },
}

/** The entries of every language. */
export type SignInWords = typeof en
