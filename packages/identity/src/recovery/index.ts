/**
 * A forgotten password: a citizen requests a link, by the JSON API or on the hosted page. The mailed link leads to the page
 * where a new password is set. It is valid for 30 minutes and once. It verifies the address and raises the security version,
 * which ends every session, code, token and other link of the citizen in the same write. The owner gets a letter. The browser that asked
 * is signed in then, by the rules of `sign-in`.
 *
 * Where too many wrong passwords in a row closed an address to browsers that its account does not know (`guesses`), a
 * link of the other kind makes the browser known in which it is opened. The citizen then types the password as always;
 * the link signs nobody in. No answer of this room says whether an address has an account. `enrollment` sets first
 * passwords, and `account-pages` changes a known one.
 */
export { RECOVERY } from './room.ts'
