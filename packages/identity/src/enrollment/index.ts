/**
 * Registration: a citizen gives name, address and perhaps a phone number, by the JSON API or on the hosted page. The
 * mailed link verifies the address and leads to the page where the first password is set. Until then there is no
 * account: the registration waits for 24 hours, each link with its own data. No answer of this room says whether an
 * address has an account. `recovery` sets later passwords.
 */
export { ENROLLMENT } from './room.ts'
