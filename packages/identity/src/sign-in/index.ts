/**
 * The sign-in page, and the check of a password anywhere else.
 *
 * The page does not reveal who has an account. An unknown address, a registration that waits, a suspended or closed
 * account and a wrong password get the same page, status and headers, after the same reads, one hash and the same
 * writes. The browser goes on to a program's waiting request only where this service stored that request for this
 * browser; it never goes to an address from the request.
 *
 * What else signs in is in rooms above, each of which lists a `Factor`: a way in beside the password, which has its form on the sign-in page, or a
 * second step after it. Where an account asks for that step, this room gives a ticket to the browser instead of a session.
 *
 * `access` has the sessions. `guesses` decides how often a password may be tried, and `passwords` what a good password is.
 */
export type { ChangeOrigin, ChangeProofsNeeds } from './change-proofs.ts'
export {
  type EnterByPasswordNeeds,
  enterByNewPassword,
  type PasswordEntrant,
  type PasswordSignIn,
} from './enter-by-password.ts'
export { type EnterNeeds, type Entrant, enterCitizen } from './enter-citizen.ts'
export { enteredReply, waitingSignIn } from './entered-reply.ts'
export {
  type Factor,
  type FactorNeeds,
  factorsOf,
  type RoomWithFactor,
  type WayInEntry,
} from './factor.ts'
export { foreignPasswordsOf, type RoomWithForeignPasswords } from './foreign-passwords.ts'
export { lockProvenCitizen } from './lock-proven-citizen.ts'
export {
  carriedBy,
  entrantOf,
  type LoginPageNeeds,
  loginReply,
  onwardHref,
  type SignInRequest,
  signInRequest,
  welcomeReply,
} from './login-page.ts'
export {
  isRecent,
  type ProveAgainNeeds,
  proveRoute,
  proveStep,
} from './proof-page.ts'
export {
  type FailureReason,
  noteFailure,
  type PasswordAttempt,
  type ProofRefusal,
  type ProvePasswordNeeds,
  provePassword,
} from './prove-password.ts'
export {
  carriedProofRoute,
  type GuardNeeds,
  isProven,
  ownOrProve,
  provenFormRoute,
} from './proven-routes.ts'
export { SIGN_IN } from './room.ts'
export {
  lacksCode,
  type MayAskForCode,
  type SecondFactorEntry,
} from './second-factor-entry.ts'
export type { SignInNeeds } from './sign-citizen-in.ts'
