/**
 * What the program side remembers, as one interface of atomic steps: pending sign-ins, handoffs, who is linked to
 * whom, local sessions and their tokens, central grants to revoke, throttles. Raw codes and tokens never come here, only their hashes.
 * `postgres/` and `memory/` implement it; `testing/` races any implementation.
 */
export type {
  CentralClaim,
  CommitCentral,
  ConsumedHandoff,
  ConsumedPending,
  ConsumeHandoff,
  EndedSession,
  ForgottenAccount,
  HandoffCommit,
  HandoffRow,
  Hash,
  IdentityRow,
  LinkStart,
  NewRevocation,
  NewSession,
  NewTokens,
  PendingRow,
  PurgedBatch,
  Revocation,
  RevocationOrigin,
  RotatedRefresh,
  RotateRefresh,
  SealedCentral,
  SessionEndCause,
  SessionRow,
  SettleRevocation,
  SsoStore,
  ThrottleHit,
  ThrottleRule,
  WaitingRevocations,
} from './sso-store.ts'
