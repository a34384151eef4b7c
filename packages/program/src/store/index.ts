/**
 * What the program side remembers, as one interface of atomic steps: pending sign-ins, handoffs, who is linked to
 * whom, local sessions and their tokens, throttles. Raw codes and tokens never come here, only their hashes.
 * `postgres/` and `memory/` implement it; `testing/` races any implementation.
 */
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
  HandoffRow,
  Hash,
  IdentityRow,
  LinkStart,
  NewSession,
  NewTokens,
  PendingRow,
  PurgeCounts,
  RotatedRefresh,
  RotateRefresh,
  SealedCentral,
  SessionEndCause,
  SessionRow,
  SsoStore,
  ThrottleHit,
  ThrottleRule,
} from './sso-store.ts'
