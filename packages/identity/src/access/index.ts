/**
 * Browsers that are signed in, and browsers that were. A session belongs to one citizen and one browser, lasts
 * fourteen days from the moment that the password was given, and is known to the browser by a cookie of which only
 * the hash is kept. The cookie is another one after each sign-in. Programs know the session as `sid`.
 *
 * Ending a session ends in one transaction the grants that it gave, and their tokens with them; its codes read its row
 * when they are exchanged. So what was given through it is dead at once, on every process. A change of the citizen's
 * security version or standing has the same effect without touching any session.
 *
 * Known devices are the browsers that have signed in to an account before: they are not announced by mail again,
 * and a stranger's guesses do not slow them down. Beside them stands, for each address that passwords were tried with, how
 * many were wrong since the last right one, from wherever: after a hundred only known devices may try, and a known device
 * that has a hundred by itself is known no more until its next sign-in. Whether a password is right is not decided here, and no event is
 * written here: who ends a session, and why, only the caller knows.
 */

export { SESSION_COOKIE } from '../platform/http/browser.ts'
export { type Device, nameDevice } from './device.ts'
export {
  type EndSessionsNeeds,
  endAllSessions,
  endOtherSessions,
  endSession,
  type SessionKey,
} from './end-sessions.ts'
export { type FindSignedInNeeds, findSignedIn, type SignedIn } from './find-signed-in.ts'
export { type ForgetOldSessionsNeeds, forgetOldSessions } from './forget-old-sessions.ts'
export { forgiveCitizen } from '../attempts/forgive-citizen.ts'
export {
  addressHash,
  countFailure,
  DAYS_PER_FAILURE,
  deleteFailures as forgetFailures,
  forgiveFailures,
  type GuessedFrom,
  MOST_FAILURES_IN_A_ROW,
  uncountFailure,
} from '../attempts/guessed-address-store.ts'
export { type ListedSession, type ListSessionsNeeds, listSessions } from './list-sessions.ts'
export {
  type DeviceNovelty,
  type RememberDeviceNeeds,
  rememberDevice,
  rememberOnly,
} from '../attempts/remember-device.ts'
export { SESSION_LIFETIME_SECONDS, type Session } from './session.ts'
export { type FreshSession } from './statements/sessions.ts'
export {
  freshSession,
  renewSession,
  type SessionBrowser,
  type StartedSession,
  type StartSessionNeeds,
  startSession,
} from './start-session.ts'
