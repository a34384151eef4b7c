/**
 * The sign-in page, and proving a password anywhere else.
 *
 * Nobody learns from it who has an account: an address that nobody has, a registration that waits, a suspended or
 * closed account and a wrong password get the same page, status and headers after the same reads, the same one hash
 * and the same writes. The browser is sent on to a program's waiting request only when that request was put down by
 * this service for this very browser; it is never sent to an address that came with the request.
 *
 * Sessions are in `access`; how often a password may be tried, in `attempts`; what a good password is, in `passwords`.
 */
export { lockProvenCitizen } from './lock-proven-citizen.ts'
export {
  type PasswordClaim,
  type ProofRefusal,
  type ProvePasswordNeeds,
  provePassword,
} from './prove-password.ts'
export { type SignInService, signInRoutes } from './routes.ts'
