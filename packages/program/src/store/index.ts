/**
 * What the program side remembers, as one interface of atomic steps: pending sign-ins, handoffs, who is linked to
 * whom, local sessions and their tokens, central grants to revoke, throttles. Raw codes and tokens never come here, only
 * their hashes and what is sealed. `postgres/` and `memory/` implement it; `testing/` races any implementation.
 */
export {
  type HandoffRow,
  type Hash,
  type IdentityRow,
  type LinkStart,
  type NewSession,
  type NewTokens,
  type PendingRow,
  SESSION_END_CAUSES,
  type SealedCentral,
  type SessionEndCause,
  type SessionRow,
  type ThrottleRule,
} from './records.ts'
export type {
  NewRevocation,
  Revocation,
  RevocationOrigin,
  SettleRevocation,
  WaitingRevocations,
} from './revocation.ts'

export type {
  AccountSelect,
  CentralClaim,
  ClaimCentral,
  CommitCentral,
  ConsumedHandoff,
  ConsumedPending,
  ConsumeHandoff,
  EndedSession,
  ForgottenAccount,
  FoundSession,
  HandoffCommit,
  PurgedBatch,
  RotatedRefresh,
  RotateRefresh,
  SsoStore,
  ThrottleHit,
} from './sso-store.ts'
