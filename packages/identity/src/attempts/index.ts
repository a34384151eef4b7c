/**
 * How often a password may be tried, and which browsers an account knows.
 *
 * Guessing is slowed, and nobody is ever locked out by others. Each guess is counted as a failure before the password
 * is compared, by the statement that finds the account; the database counts only where it is allowed, so that many at
 * once get no more than one after another. What turns out right is forgiven. Three things are counted, under hashes of what
 * was typed, so that unknown addresses count the same:
 * - the place: an account together with a browser that has signed in to it before, or else with the network that the
 *   guess comes from: the IPv4 address, or the IPv6 /64, /56 and /48 at once. Five failures are free, fifteen in a /56 and
 *   forty in a /48; then two seconds, doubling up to 15 minutes, and
 *   all of it forgotten a day after the latest. Strangers have no way to a known browser's count, so they cannot
 *   keep a citizen out of a browser that was used before.
 * - the account over all places. It slows nobody by itself, because a total that did would be the lock that an
 *   attacker could use; but beyond 50 failures in an hour an unknown place gets one free failure instead of five.
 * - the network over all accounts: 50 failures in an hour, 150 in a /56 and 400 in a /48, then the same growing delay. Known browsers are exempt,
 *   so one bad neighbour behind a shared address slows only browsers that are new to their account.
 * Beside these, which slow, failures in a row are counted without end of time: after a hundred at an address a browser that
 * its account does not know may try no more, whatever the password is, until it has been proven by a mailed link
 * (`recovery`) or somebody has signed in from a browser that the account knows. The same happens to an address that
 * nobody has. A browser that the account knows goes on, up to a hundred failures in a row of its own; then it is known no
 * more until its next sign-in.
 *
 * Known browsers are those that have signed in to an account before: they are not announced by mail again. Whether a
 * password is right is not decided here, and no event is written here.
 */
export { deleteOldAttempts } from './delete-old-attempts.ts'
export { forgiveCitizen } from './forgive-citizen.ts'
export { type Guess } from './guess.ts'
export { type CountedFailure } from './guess-store.ts'
export {
  addressHash,
  countFailure,
  deleteFailures,
  MOST_FAILURES_IN_A_ROW,
} from './guessed-address-store.ts'
export { deleteDevicesOfCitizen } from './known-device-store.ts'
export {
  type DeviceNovelty,
  rememberDevice,
  rememberOnly,
} from './remember-device.ts'
export {
  forgiveGuess,
  type GuessRefusal,
  type ReservedGuess,
  reserveGuess,
  takeGuessBack,
} from './reserve-guess.ts'
