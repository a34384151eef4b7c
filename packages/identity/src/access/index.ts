/**
 * What citizens have given to programs, and until when: sessions, connections, authorization codes, grants and tokens
 * (RFC 6749 sections 4.1 and 6, RFC 7009, RFC 7636). They are one aggregate: whatever ends one of them ends in the same
 * transaction what depends on it. Each statement under `statements/` says which tables it reads, what it locks and
 * which race it decides.
 *
 * A *session* is one browser that is signed in as one citizen. It lasts fourteen days from the moment that the password
 * was given. The browser has a cookie and gets a new one at each sign-in; the database has only its hash. Programs know
 * the session as `sid`. A *connection* is what a citizen has allowed one program. A *code* becomes one *grant*: one
 * sign-in of one citizen through one session at one program. A grant has one current refresh token and its access
 * tokens, and ends with its session. Codes and tokens depend on their client's generation and their citizen's security
 * version, so every statement that accepts one joins these tables.
 *
 * Lock order: session, connection, code, grant, access token; several rows of one table by their ids.
 *
 * `oauth` decides who gets a code and what a program learns. `sign-in` decides whether a password is right. Only the
 * statement that redeems a code writes an event here: otherwise the caller knows who ends something, and why.
 */

export { deleteConnectionsOfClient } from './delete-connections.ts'
export {
  disconnectClient,
  endOtherSessions,
  endSession,
} from './end-access.ts'
export { findEnded, findSignedIn, type SessionEnd } from './find-signed-in.ts'
export {
  expiresInSeconds,
  GRANT_LIFETIME_SECONDS,
  isWithinScope,
  MOST_WRONG_VERIFIERS,
  REUSE_GRACE_SECONDS,
} from './grant.ts'
export { type HotStatements, issueCodeIn, openHotStatements } from './hot-statements.ts'
export { type ListedSession, listSessions } from './list-sessions.ts'
export { noteEnd } from './note-end.ts'
export {
  ACR_VALUES,
  type AcrValue,
  claimsOfProof,
  knownAcrValues,
  meetsAny,
  type SessionProof,
} from './proof.ts'
export { recordEndedGrants } from './record-ended-grants.ts'
export {
  type MintedRefreshToken,
  mintRefreshToken,
  type RefreshTokenKey,
  readRefreshToken,
} from './refresh-token.ts'
export { ACCESS } from './room.ts'
export {
  SESSION_COOKIE,
  SESSION_LIFETIME_SECONDS,
  type Session,
  type SessionKey,
} from './session.ts'
export {
  renewSession,
  type SessionBrowser,
  type StartedSession,
  startSession,
} from './start-session.ts'
export {
  type Connection,
  type ConnectionRow,
  connectionsPart,
  listConnections,
  readConnections,
  saveConnection,
} from './statements/connections.ts'
export { countIdTokens, type ValidIdTokens } from './statements/count-id-tokens.ts'
export { endGrant, lockGrant, type NamedGrant, revokeAccessToken } from './statements/end-grants.ts'
export { findRecentRotation } from './statements/find-recent-rotation.ts'
export { type IntrospectedToken } from './statements/introspect-token.ts'
export { type CodeRequest, type IssueSituation } from './statements/issue-code.ts'
export { type TokenBearer } from './statements/read-userinfo.ts'
export { type CodeRedemption, type RedeemedCode } from './statements/redeem-code.ts'
export { countWrongVerifier, lockCode, type StoredCode } from './statements/refuse-code.ts'
export { type Rotation } from './statements/rotate-refresh-token.ts'
export type { SignedIn } from './statements/sessions.ts'
export { nameUserAgent } from './user-agent.ts'
