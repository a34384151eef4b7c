/**
 * The second factor: codes beside the password (RFC 6238). A citizen adds an app that makes codes, up to five of them, and gets ten
 * recovery codes for the day when the app is gone. From then on a password alone signs nobody in: the code comes next.
 *
 * After a right password the browser has a *half sign-in*: a ticket, which is no session, in a cookie that only this browser can
 * use. It is valid for ten minutes, for five tries, and until the security version rises. Each try also counts as a guess at
 * the account (`guesses`), together with wrong passwords. A code is accepted once: one statement advances the last step of the
 * app. A recovery code is spent by one statement, too. A passkey needs no code, because it already proves the device and the person.
 * Wrong codes of browsers that the account does not know are also counted apart, for each password: a hundred are the most, and no sign-in
 * deletes them (decision 61).
 *
 * The room can be taken away: `sign-in` knows it only as a `Factor` with a second step.
 */

export { hasAuthenticator } from './authenticator-store.ts'
export { awaitedCitizen } from './code-routes.ts'
export { SECOND_FACTOR } from './room.ts'
