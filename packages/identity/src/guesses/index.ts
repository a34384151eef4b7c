/**
 * How often a password may be tried, and which browsers an account knows.
 *
 * Guessing is slowed, and nobody can lock a citizen out. Each guess is counted as a failure
 * before the password is compared. It counts only where a guess is allowed, so concurrent guesses get no more
 * tries than sequential ones. A right guess is forgiven. Three things are counted, under hashes of what was typed, so
 * that unknown addresses count the same:
 * - the place: an account together with a browser that has signed in to it before, or else with the caller's network:
 *   the IPv4 address, or the IPv6 /64, /56 and /48. Five failures are free, fifteen in a /56 and forty in a /48. Then
 *   the delay is two seconds and doubles up to 15 minutes. A day after the latest failure the counter ends. Others
 *   cannot raise the counter of a known browser, so they cannot keep a citizen out of a browser that was used before.
 * - the account over all places. It delays nobody by itself, because an attacker could use such a delay as a lock. But
 *   beyond 50 failures in an hour an unknown place has one free failure instead of five.
 * - the network over all accounts: 50 failures in an hour, 150 in a /56 and 400 in a /48, then the same growing delay.
 *   Known browsers are exempt, so a neighbour behind a shared address slows only browsers that are new to their
 *   account.
 *
 * Failures in a row are also counted without an end. After a hundred at an address, a browser that the account does not
 * know may not try again, whatever the password is, until a mailed link has proven it (`recovery`) or somebody has
 * signed in from a browser that the account knows. Addresses that nobody owns behave the same. A known browser goes on
 * up to a hundred failures in a row of its own; then it is unknown until its next sign-in.
 *
 * Wrong codes after a right password are failures like any other. `second-factor` also counts those of browsers that the account does not
 * know apart.
 *
 * Known browsers are those that have signed in to an account before; a sign-in from them sends no letter. Whether a
 * password is right is decided elsewhere, and no event is written here.
 */

export { forgiveCitizen } from './forgive-citizen.ts'
export { type Guess } from './guess.ts'
export {
  addressHash,
  countFailure,
  deleteFailures,
  IN_A_ROW,
} from './guessed-address-store.ts'
export {
  type DeviceNovelty,
  rememberDevice,
  rememberOnly,
} from './remember-device.ts'
export {
  cancelGuess,
  forgiveGuess,
  type GuessRefusal,
  type ReservedGuess,
  reserveGuess,
} from './reserve-guess.ts'
export { GUESSES, purgeDevices } from './room.ts'
