/** Type tests of what a store of one's own is written with: each type is what `SsoStore` takes or gives. */
import type {
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
  SESSION_END_CAUSES,
  SealedCentral,
  SessionEndCause,
  SessionRow,
  SettleRevocation,
  SpentTicket,
  SsoStore,
  ThrottleHit,
  ThrottleRule,
  TicketRow,
  WaitingRevocations,
} from '@portico/program'
import { expectTypeOf } from 'vitest'

type Taken<Name extends keyof SsoStore, Index extends number = 0> = SsoStore[Name] extends (
  ...args: infer Args
) => unknown
  ? Args[Index]
  : never
type Given<Name extends keyof SsoStore> = SsoStore[Name] extends (...args: never[]) => Promise<infer Value>
  ? Value
  : never

expectTypeOf<Taken<'createTicket'>>().toEqualTypeOf<TicketRow>()
expectTypeOf<Given<'spendTicket'>>().toEqualTypeOf<SpentTicket | null>()
expectTypeOf<Taken<'createPending'>>().toEqualTypeOf<PendingRow>()
expectTypeOf<Given<'consumePending'>>().toEqualTypeOf<ConsumedPending>()
expectTypeOf<Taken<'consumePending'>>().toEqualTypeOf<Hash>()
expectTypeOf<Taken<'consumePending', 2>>().toEqualTypeOf<Hash>()
expectTypeOf<Taken<'settlePending', 1>>().toEqualTypeOf<string>()
expectTypeOf<Given<'findCallbackResult'>>().toEqualTypeOf<CallbackResult>()
expectTypeOf<Taken<'createHandoff'>>().toEqualTypeOf<HandoffRow>()
expectTypeOf<Taken<'consumeHandoff'>>().toEqualTypeOf<ConsumeHandoff>()
expectTypeOf<Given<'consumeHandoff'>>().toEqualTypeOf<ConsumedHandoff>()
expectTypeOf<Awaited<ReturnType<Taken<'consumeHandoff', 1>>>>().toEqualTypeOf<HandoffCommit>()
expectTypeOf<Given<'findIdentity'>>().toEqualTypeOf<IdentityRow | null>()
expectTypeOf<Given<'forgetAccount'>>().toEqualTypeOf<ForgottenAccount>()
expectTypeOf<Given<'findSession'>>().toEqualTypeOf<SessionRow | null>()
expectTypeOf<Taken<'findSessionByAccess', 1>>().toEqualTypeOf<AccountSelect | undefined>()
expectTypeOf<Given<'findSessionByAccess'>>().toEqualTypeOf<FoundSession | null>()
expectTypeOf<Taken<'rotateRefresh'>>().toEqualTypeOf<RotateRefresh>()
expectTypeOf<Given<'rotateRefresh'>>().toEqualTypeOf<RotatedRefresh>()
expectTypeOf<Taken<'revokeSession', 1>>().toEqualTypeOf<SessionEndCause>()
expectTypeOf<SessionEndCause>().toEqualTypeOf<(typeof SESSION_END_CAUSES)[number]>()
expectTypeOf<Taken<'claimCentral'>>().toEqualTypeOf<ClaimCentral>()
expectTypeOf<Given<'claimCentral'>>().toEqualTypeOf<CentralClaim>()
expectTypeOf<Taken<'commitCentral'>>().toEqualTypeOf<CommitCentral>()
expectTypeOf<Taken<'addRevocation'>>().toEqualTypeOf<NewRevocation>()
expectTypeOf<Given<'claimRevocation'>>().toEqualTypeOf<Revocation | null>()
expectTypeOf<Taken<'settleRevocation'>>().toEqualTypeOf<SettleRevocation>()
expectTypeOf<Given<'countRevocations'>>().toEqualTypeOf<WaitingRevocations>()
expectTypeOf<Taken<'hit', 1>>().toEqualTypeOf<ThrottleRule>()
expectTypeOf<Given<'hit'>>().toEqualTypeOf<ThrottleHit>()
expectTypeOf<Given<'purge'>>().toEqualTypeOf<PurgedBatch>()

/** The parts of these rows, so that none changes unnoticed. */
export interface Parts {
  readonly link: LinkStart
  readonly session: NewSession
  readonly tokens: NewTokens
  readonly sealed: SealedCentral
  readonly origin: RevocationOrigin
  readonly ended: EndedSession
  readonly first: FirstCallback
}
// @ts-expect-error A time is no cause.
expectTypeOf<SessionEndCause>().toEqualTypeOf<Date>()
