/**
 * Local sessions: their opaque tokens, the central check at least every 30 seconds of use, the renewal of central
 * tokens by one worker at a time, rotation, linking, ending and housekeeping. HTTP is in `routes/`.
 */
export { type AskedFault, type AskedSignIn, faultOfAsked } from './asked-sign-in.ts'
export {
  type AuthenticateNeeds,
  authenticate,
  authenticateBearer,
  authenticateFound,
  sessionInfo,
} from './authenticate.ts'
export { type CentralCheck, createCentralCheck } from './central-check.ts'
export type { CheckResult } from './check-result.ts'
export { type Coverage, createCoverage } from './coverage.ts'
export { createHandoff } from './create-handoff.ts'
export { decideSignIn } from './decide-sign-in.ts'
export { endSession } from './end-session.ts'
export { createEndedFeed, type EndedFeed, type FeedState } from './ended-feed.ts'
export { type ExchangedHandoff, exchangeHandoff } from './exchange-handoff.ts'
export { forgetAccount } from './forget-account.ts'
export { createHousekeeping, type Housekeeping } from './housekeeping.ts'
export {
  bearerOf,
  cookieValuesOf,
  credentialOf,
  handoffCodeOf,
  isCookieValue,
  isHandoffCode,
  isOurToken,
  randomToken,
  type TokenPair,
  tokenKind,
} from './local-tokens.ts'
export { purge } from './purge.ts'
export { acrValuesOf, checkOfRecent, isMaxAge } from './recent-sign-in.ts'
export { type RefreshedSession, refreshSession } from './refresh-session.ts'
export { revokeUnused } from './revoke-unused.ts'
export { legacyBearerOf, mayBeginLink, startOfBrowserLink, startOfLink } from './start-link.ts'
export { createSessionWatch, type SessionWatch } from './watch-session.ts'
export { watchTimesOf } from './watch-times.ts'
