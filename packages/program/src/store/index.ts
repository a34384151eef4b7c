/**
 * The store of the program side, as one interface of atomic steps: pending sign-ins, handoffs, links between citizens
 * and accounts, local sessions and their tokens, central grants to revoke, and throttles. It gets codes and tokens
 * only as hashes or encrypted values. `postgres/`, `sqlite/` and `mysql/` implement it, the last two with the same
 * `statements/`. The test kit tests any implementation, with races.
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
  type SessionDevice,
  type SessionEndCause,
  type SessionRow,
  type ThrottleRule,
  type TicketRow,
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
  CallbackResult,
  CentralClaim,
  ClaimCentral,
  CommitCentral,
  ConsumedHandoff,
  ConsumedPending,
  ConsumeHandoff,
  EndedSession,
  FirstCallback,
  ForgottenAccount,
  FoundSession,
  HandoffCommit,
  PurgedBatch,
  RotatedRefresh,
  RotateRefresh,
  SpentTicket,
  SsoStore,
  ThrottleHit,
} from './sso-store.ts'
export {
  isSameOwner,
  isStoreName,
  type MigrateOptions,
  STORE_NAME_RULE,
  StoreOfAnotherProgram,
  type StoreOwner,
  USUAL_STORE_NAME,
} from './store-owner.ts'
