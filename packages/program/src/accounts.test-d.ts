/** Type tests: a program's own users, throttles and audit. What must compile, and what must not. */
import type {
  AccountAdapter,
  AccountRows,
  ClientIp,
  ConfigProblem,
  EnvironmentConfig,
  LegacyAccounts,
  LoadAccount,
  ProgramEvent,
  ProgramSsoConfig,
  Secret,
  SessionEndCause,
  SsoStore,
  ThrottleConfig,
  ThrottleRule,
  VerifiedIdentity,
} from '@portico/program'
import { problemsOfEnvironment, SsoConfigError, shareOfBudgets } from '@portico/program'
import { expectTypeOf } from 'vitest'

interface Citizen {
  readonly id: string
}
interface Transaction {
  readonly number: number
}
declare const identity: VerifiedIdentity
declare const tx: Transaction

// Only the check of an ID token makes a verified identity, and it has no roles.
const { issuer, subject, sid, securityVersion, email, name, phoneNumber, authenticatedAt, acr, locale } =
  identity
const claims = {
  issuer,
  subject,
  sid,
  securityVersion,
  email,
  name,
  phoneNumber,
  authenticatedAt,
  acr,
  locale,
}
// An object with the same claims is not a verified identity.
expectTypeOf(claims).not.toExtend<VerifiedIdentity>()
expectTypeOf<VerifiedIdentity>().not.toHaveProperty('roles')
expectTypeOf(claims).toEqualTypeOf<{
  issuer: string
  subject: string
  sid: string
  securityVersion: number
  email: string
  name: string | null
  phoneNumber: string | null
  authenticatedAt: Date | null
  acr: string | null
  locale: string | null
}>()
// @ts-expect-error An identity cannot be changed.
identity.email = 'another@example.test'

const accounts: AccountAdapter<Citizen, Transaction> = {
  load: async (id, open) => (open === undefined || open.number > 0 ? { id } : null),
  provision: async (who, open) => ({ accountId: `${who.subject} ${open.number}` }),
  emailBelongsToLocalAccount: async (address) => address === '',
}
expectTypeOf(accounts.provision).parameters.toEqualTypeOf<[identity: VerifiedIdentity, tx: Transaction]>()
expectTypeOf(accounts.load).toEqualTypeOf<LoadAccount<Citizen, Transaction>>()
// @ts-expect-error A new account has an id.
accounts.provision = async () => undefined
// @ts-expect-error emailBelongsToLocalAccount returns a boolean.
accounts.emailBelongsToLocalAccount = async () => undefined
// `provision` is required for the first sign-in of a citizen.
expectTypeOf<Omit<typeof accounts, 'provision'>>().not.toExtend<AccountAdapter<Citizen>>()

// A `load` without SQL is a plain function. One with SQL names the client that it reads from.
expectTypeOf(async (id: string) => ({ id })).toExtend<LoadAccount<Citizen>>()
expectTypeOf<LoadAccount<Citizen>['rows']>().toEqualTypeOf<AccountRows<Citizen> | undefined>()
expectTypeOf<AccountRows<Citizen>['read']>().returns.toEqualTypeOf<Citizen>()
expectTypeOf<AccountRows<Citizen>['read']>().parameter(0).toEqualTypeOf<Readonly<Record<string, unknown>>>()

// Old accounts: only `authenticate` and `closeLegacyAccess` are required.
const legacy: LegacyAccounts<Transaction> = {
  authenticate: async (bearer) => ({ accountId: bearer.reveal(), sessionRef: '' }),
  closeLegacyAccess: async (_accountId, open) => expectTypeOf(open).toEqualTypeOf<Transaction>() && undefined,
}
expectTypeOf(legacy.authenticate).parameters.toEqualTypeOf<[bearer: Secret, request: Request]>()
expectTypeOf(legacy.isOpen).toEqualTypeOf<
  ((sessionRef: string, tx: Transaction | null) => Promise<boolean>) | undefined
>()
// Without `closeLegacyAccess`, the old password would still work after a link.
expectTypeOf({ authenticate: async () => null }).not.toExtend<LegacyAccounts>()

/** The four ways to find an address. */
export function wayOf(clientIp: ClientIp): string {
  if (clientIp === 'socket') return clientIp
  if (typeof clientIp === 'function') return clientIp(new Request('https://permits.example')) ?? ''
  if ('trustedProxies' in clientIp) return clientIp.trustedProxies.join(' ')
  return `${clientIp.header} ${clientIp.trustedHops}`
}
// A visitor can send any header, so the number of trusted proxies is required.
expectTypeOf({ header: 'x-forwarded-for' }).not.toExtend<ClientIp>()
expectTypeOf<'x-forwarded-for'>().not.toExtend<ClientIp>()

expectTypeOf<ThrottleRule>().toEqualTypeOf<{ readonly limit: number; readonly windowMs: number }>()
expectTypeOf(shareOfBudgets(2)).toExtend<Partial<ThrottleConfig>>()
expectTypeOf(shareOfBudgets).parameter(1).toEqualTypeOf<Partial<ThrottleConfig> | undefined>()
expectTypeOf<keyof ReturnType<typeof shareOfBudgets>>().toEqualTypeOf<
  'outboundTokenPerMinute' | 'outboundIntrospectPerMinute' | 'outboundCodesPerIpPerMinute'
>()
type RuleName = Exclude<keyof ThrottleConfig, `outbound${string}`>
expectTypeOf<Pick<ThrottleConfig, RuleName>>().toEqualTypeOf<Readonly<Record<RuleName, ThrottleRule>>>()
expectTypeOf<RuleName>().toEqualTypeOf<
  | 'beginPerIp'
  | 'beginLinkPerAccount'
  | 'callbackPerIp'
  | 'callbackFailuresPerIp'
  | 'exchangePerIp'
  | 'exchangeFailuresPerIp'
  | 'refreshPerSession'
  | 'statusPerSession'
  | 'ticketPerSession'
>()

/** Every event of the audit. With another one, this does not compile. */
export function auditLine(event: ProgramEvent): string {
  switch (event.type) {
    case 'sign_in':
    case 'linked':
    case 'provisioned':
    case 'refresh_reuse':
      return `${event.accountId} ${event.sessionId}`
    case 'session_ended':
      expectTypeOf(event.cause).toEqualTypeOf<SessionEndCause>()
      return event.cause
    case 'callback_refused':
      return event.reason
    case 'forgotten':
      return event.accountId
    case 'identity_outage':
      return `${event.endpoint} ${event.since.toISOString()}`
    case 'identity_recovered':
      return event.endpoint
    default:
      return event satisfies never
  }
}
expectTypeOf<ProgramEvent['at']>().toEqualTypeOf<Date>()
expectTypeOf<SessionEndCause>().toEqualTypeOf<
  | 'logout'
  | 'central_ended'
  | 'security_version_changed'
  | 'refresh_reuse'
  | 'absolute_expiry'
  | 'revoked_by_program'
>()

// Each problem of a configuration has a path and a fix.
expectTypeOf(problemsOfEnvironment).toEqualTypeOf<
  (config: EnvironmentConfig & Pick<ProgramSsoConfig<{ id: string }>, 'cookies'>) => readonly ConfigProblem[]
>()
expectTypeOf<ConfigProblem>().toEqualTypeOf<Readonly<Record<'path' | 'got' | 'expected' | 'fix', string>>>()
expectTypeOf(SsoConfigError).instance.toExtend<Error>()
expectTypeOf(new SsoConfigError([]).problems).toEqualTypeOf<readonly ConfigProblem[]>()

// The program's own store hands its transaction to the accounts. Accounts for another type of transaction do not fit.
declare const store: SsoStore<Transaction>
expectTypeOf(store.insertIdentity).parameter(1).toEqualTypeOf<Transaction>()
expectTypeOf(store.findIdentity('', '', tx)).resolves.toExtend<{ readonly accountId: string } | null>()
// @ts-expect-error This is not the store's transaction.
void store.findIdentity('', '', { other: true })
type Consumed = Awaited<ReturnType<SsoStore['consumeHandoff']>>
expectTypeOf<Consumed['kind']>().toEqualTypeOf<'consumed' | 'conflict' | 'refused'>()
type Rotated = Awaited<ReturnType<SsoStore['rotateRefresh']>>
expectTypeOf<Rotated['kind']>().toEqualTypeOf<'rotated' | 'repeated' | 'reused' | 'refused'>()
