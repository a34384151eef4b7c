/**
 * A forgotten password. A citizen asks for a link, by the JSON API or on the hosted page; the mailed link leads to the
 * page where a new password is set. It works for 30 minutes and once. Using one proves the address, raises the
 * security version and so ends every session, code, token and other link of the citizen in the same row write; the
 * owner is told by mail. Where too many wrong passwords in a row closed an address to browsers that are new to its account
 * (`attempts`), the same way leads to a link that makes the browser known in which it is opened: the password is tried as
 * always then, and nobody is signed in by the link. Nothing that this room answers tells whether an address has an account. First passwords are
 * the affair of `enrollment`, changing a known one that of `account-pages`.
 */
export { type RecoveryService, recoveryRoutes } from './routes.ts'
