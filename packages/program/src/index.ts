/**
 * `@portico/program`: the program side of Portico. `createProgramSso` makes the object that a program's backend uses.
 * Stores, frameworks and the test kit have their own entry points. It shares no code with the identity service.
 */
export type {
  AccountAdapter,
  AccountRows,
  LegacyAccounts,
  LoadAccount,
  VerifiedIdentity,
} from './accounts.ts'
export type { EndpointName } from './central/index.ts'
export {
  type CookieModeConfig,
  configFromEnv,
  cookieNameOf,
  type EnvironmentConfig,
  issuerOf,
  type ProgramSsoConfig,
  storeNameFromEnv,
} from './config.ts'
export { type ConfigProblem, SsoConfigError } from './config-error.ts'
export { problemsOfEnvironment } from './config-problems.ts'
export { createProgramSso } from './create.ts'
export {
  type Clock,
  htmlTag,
  type LogFields,
  type Logger,
  type LogLevel,
  type Secret,
  secret,
  type VisitorLanguage,
  visitorLanguage,
} from './platform/index.ts'
export {
  type Admission,
  type AuthenticateOptions,
  type AuthResult,
  type CitizenCheck,
  type DoctorCheck,
  type DoctorReport,
  type HeadersOnly,
  type InsufficientSignIn,
  type Peer,
  type ProgramEvent,
  type ProgramSso,
  type PurgeCounts,
  type RecentSignIn,
  type SessionInfo,
  type SignedOut,
  type SignedOutCode,
  signedOut,
  type Unavailable,
  type UnavailableCode,
  type VisitorRequest,
  type WatchedConnection,
} from './program-sso.ts'
export * from './registered.ts'
export { appOriginsOf, nameUserAgent, PROGRAM_ERROR_CODES } from './routes/index.ts'
export type { EncryptionKey } from './sealing/index.ts'
export { readSecrets } from './secret-files.ts'
export type { ClientIp, ThrottleConfig } from './service.ts'
export { shareOfBudgets } from './settings.ts'
export {
  type AccountSelect,
  type CallbackResult,
  type CentralClaim,
  type ClaimCentral,
  type CommitCentral,
  type ConsumedHandoff,
  type ConsumedPending,
  type ConsumeHandoff,
  type EndedSession,
  type FirstCallback,
  type ForgottenAccount,
  type FoundSession,
  type HandoffCommit,
  type HandoffRow,
  type Hash,
  type IdentityRow,
  type LinkStart,
  type MigrateOptions,
  type NewRevocation,
  type NewSession,
  type NewTokens,
  type PendingRow,
  type PurgedBatch,
  type Revocation,
  type RevocationOrigin,
  type RotatedRefresh,
  type RotateRefresh,
  SESSION_END_CAUSES,
  type SealedCentral,
  type SessionDevice,
  type SessionEndCause,
  type SessionRow,
  type SettleRevocation,
  type SpentTicket,
  type SsoStore,
  StoreOfAnotherProgram,
  type StoreOwner,
  type ThrottleHit,
  type ThrottleRule,
  type TicketRow,
  type WaitingRevocations,
} from './store/index.ts'
export { type TracingApi, type TracingSpan, tracedFetch } from './traced-fetch.ts'
export { ENVIRONMENT_SETTINGS, unknownSettings } from './unknown-settings.ts'
export * from './wire.ts'
