/** Type tests of `@portico/program`: what must compile, and what must not. `npm run check` compiles them. */
import type { IncomingMessage } from 'node:http'
import type * as api from '@opentelemetry/api'
import {
  type AccountAdapter,
  type Admission,
  type AuthenticateOptions,
  type AuthResult,
  appOriginsOf,
  type CitizenCheck,
  type Clock,
  type CookieModeConfig,
  configFromEnv,
  cookieNameOf,
  createProgramSso,
  type DoctorCheck,
  type DoctorReport,
  ENVIRONMENT_SETTINGS,
  type EncryptionKey,
  type EndpointName,
  type EnvironmentConfig,
  type HeadersOnly,
  htmlTag,
  type InsufficientSignIn,
  issuerOf,
  type LogFields,
  type Logger,
  type LogLevel,
  type MigrateOptions,
  nameUserAgent,
  type Peer,
  type ProgramSso,
  type ProgramSsoConfig,
  type ProgramTypes,
  type PurgeCounts,
  type RecentSignIn,
  type RegisteredAccount,
  readSecrets,
  type Secret,
  type SessionDevice,
  type SessionInfo,
  type SignedOut,
  type SignedOutCode,
  type SsoStore,
  StoreOfAnotherProgram,
  type StoreOwner,
  secret,
  signedOut,
  storeNameFromEnv,
  type TracingApi,
  type TracingSpan,
  tracedFetch,
  type Unavailable,
  type UnavailableCode,
  unknownSettings,
  type VisitorLanguage,
  type VisitorRequest,
  visitorLanguage,
  type WatchedConnection,
} from '@portico/program'
import { expectTypeOf } from 'vitest'

interface Citizen {
  readonly id: string
  readonly nickname: string
}
interface Transaction {
  readonly number: number
}
declare const accounts: AccountAdapter<Citizen, Transaction>
// @ts-expect-error The id of an account is a string.
export type NumberedAccounts = AccountAdapter<{ readonly id: number }, Transaction>
declare const store: SsoStore<Transaction>
declare const storeOfOthers: SsoStore<{ readonly other: true }>
declare const request: Request

const config = { ...configFromEnv(), store, accounts }
const sso = createProgramSso(config)

// The account type is inferred from the accounts and reaches every guarded request.
expectTypeOf(config).toExtend<ProgramSsoConfig<Citizen, Transaction>>()
expectTypeOf(sso).toEqualTypeOf<ProgramSso<Citizen>>()
expectTypeOf(sso.authenticate).toEqualTypeOf<
  (from: VisitorRequest, options?: AuthenticateOptions) => Promise<AuthResult<Citizen>>
>()
expectTypeOf<AuthenticateOptions>().toEqualTypeOf<{ readonly acceptTicket?: boolean }>()
expectTypeOf(sso.unlinkedAccount).returns.resolves.toEqualTypeOf<Citizen | null>()

// @ts-expect-error The store and the accounts share one type of transaction.
createProgramSso({ ...config, store: storeOfOthers })
// @ts-expect-error Keys, identity and program are required.
createProgramSso({ store, accounts })
// @ts-expect-error A client secret is a Secret, not a string.
createProgramSso({ ...config, identity: { baseUrl: '', clientId: '', clientSecret: 'visible' } })
// @ts-expect-error `throttle` is an object with rules, or false.
createProgramSso({ ...config, throttle: true })
// @ts-expect-error CORS allows only the origins of the return addresses.
createProgramSso({ ...config, cors: '*' })
// @ts-expect-error There is no such environment.
createProgramSso({ ...config, env: 'staging' })

// configFromEnv returns only these settings.
expectTypeOf(configFromEnv).toEqualTypeOf<
  (environment?: Readonly<Record<string, string | undefined>>) => EnvironmentConfig
>()
expectTypeOf<keyof EnvironmentConfig>().toEqualTypeOf<
  'identity' | 'program' | 'encryptionKeys' | 'clientIp' | 'env'
>()
expectTypeOf<EncryptionKey>().toEqualTypeOf<{ readonly id: string; readonly key: Secret }>()

// The names of settings are told, so that a command with more of them finds those that are none.
expectTypeOf(ENVIRONMENT_SETTINGS).toEqualTypeOf<readonly string[]>()
expectTypeOf(unknownSettings).toEqualTypeOf<
  (names: readonly string[], prefix: RegExp, known: ReadonlySet<string>) => readonly string[]
>()

// Only reveal() gives the value of a Secret.
expectTypeOf(secret).toEqualTypeOf<(value: string) => Secret>()
expectTypeOf<ReturnType<Secret['toString']>>().toEqualTypeOf<'[secret]'>()
expectTypeOf<ReturnType<Secret['toJSON']>>().toEqualTypeOf<'[secret]'>()
expectTypeOf<Secret>().not.toExtend<string>()
expectTypeOf<string>().not.toExtend<Secret>()

/** Every result of a guarded request. A new result does not compile here. */
export function describe(result: AuthResult<Citizen>): string {
  switch (result.status) {
    case 'ok':
      expectTypeOf(result.account).toEqualTypeOf<Citizen>()
      expectTypeOf(result.session).toEqualTypeOf<SessionInfo>()
      return result.accountId
    case 'signed_out':
      expectTypeOf(result).toEqualTypeOf<SignedOut>()
      expectTypeOf(result.http).toEqualTypeOf<401>()
      return sso.refuse(result).statusText
    case 'unavailable':
      expectTypeOf(result).toEqualTypeOf<Unavailable>()
      expectTypeOf(result.http).toEqualTypeOf<503>()
      expectTypeOf(result.clearLocal).toEqualTypeOf<false>()
      return `${result.retryAfterSeconds}`
    default:
      return result satisfies never
  }
}
// A check for a recent sign-in has one more refusal, and can take the place of the program in a guard.
expectTypeOf(sso.requireRecentSignIn).toEqualTypeOf<(recent: RecentSignIn) => CitizenCheck<Citizen>>()
expectTypeOf(sso).toExtend<CitizenCheck<Citizen>>()
expectTypeOf<Awaited<ReturnType<CitizenCheck<Citizen>['authenticate']>>>().toEqualTypeOf<
  AuthResult<Citizen> | InsufficientSignIn
>()
expectTypeOf<InsufficientSignIn['clearLocal']>().toEqualTypeOf<false>()
sso.requireRecentSignIn({ withinSeconds: 300, acr: ['phr', 'phrh'] })
// @ts-expect-error How long ago it may be has no default: the route knows what is at stake.
sso.requireRecentSignIn({ acr: 'phr' })

declare const anyResult: AuthResult<Citizen>
declare const signedIn: Extract<AuthResult<Citizen>, { status: 'ok' }>
// @ts-expect-error A citizen who is signed in is not refused.
sso.refuse(signedIn)
// @ts-expect-error Only a result with the status `ok` has an account.
void anyResult.account

expectTypeOf<SignedOut['code']>().toEqualTypeOf<
  | 'missing_token'
  | 'wrong_token_type'
  | 'token_unknown'
  | 'access_expired'
  | 'session_revoked'
  | 'session_expired'
  | 'session_ended'
  | 'cross_site_request'
  | 'ticket_invalid'
>()
expectTypeOf<Unavailable['code']>().toEqualTypeOf<'identity_unavailable' | 'misconfigured'>()
// A program reads its own secrets as the package does: a value, or a file.
expectTypeOf(readSecrets({}, ['DATABASE_URL', 'SMTP_URL'])).toEqualTypeOf<
  Readonly<Record<'DATABASE_URL' | 'SMTP_URL', string>>
>()
expectTypeOf<SessionInfo>().toEqualTypeOf<{
  readonly id: string
  readonly subject: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date
  readonly centralCheckedAt: Date
  readonly authenticatedAt: Date | null
  readonly acr: string | null
  readonly device: SessionDevice
}>()
expectTypeOf<SessionDevice>().toEqualTypeOf<{
  readonly browser: string | null
  readonly system: string | null
  readonly ipAddress: string | null
}>()
createProgramSso({ ...config, devices: { ipAddress: true } })
// @ts-expect-error The raw User-Agent is never kept.
createProgramSso({ ...config, devices: { userAgent: true } })
// @ts-expect-error A session is for reading.
signedIn.session.device.browser = 'Firefox'

// A program that adds its account to ProgramTypes gets it where a framework has one type for all requests.
expectTypeOf<keyof ProgramTypes>().toEqualTypeOf<never>()
expectTypeOf<RegisteredAccount>().toEqualTypeOf<{ id: string }>()
expectTypeOf<RegisteredAccount<{ account: Citizen }>>().toEqualTypeOf<Citizen>()
expectTypeOf<RegisteredAccount<{ account: { id: number } }>>().toEqualTypeOf<{ id: string }>()

// Cookie mode is an option without a required part.
expectTypeOf<{}>().toExtend<CookieModeConfig>()
createProgramSso({ ...config, cookies: { name: 'permits', keptAfterClosing: true, problemPage: '/sign-in' } })
// @ts-expect-error Cookie mode is an object, so that its settings have names.
createProgramSso({ ...config, cookies: true })
// @ts-expect-error The attributes of the cookie are fixed.
createProgramSso({ ...config, cookies: { sameSite: 'None' } })
expectTypeOf(sso.whenRefused).toEqualTypeOf<
  (connection: WatchedConnection, signal: AbortSignal) => Promise<SignedOut | Unavailable | null>
>()
expectTypeOf<{ readonly session: SessionInfo }>().toExtend<WatchedConnection>()
// What `authenticate` has answered is an admission, so the check that let a connection in counts.
expectTypeOf<Extract<AuthResult<Citizen>, { status: 'ok' }>>().toExtend<Admission>()
expectTypeOf<VisitorRequest & { readonly admitted: Admission }>().toExtend<WatchedConnection>()
// @ts-expect-error A connection that an old guard let in has no session to watch.
expectTypeOf<{ readonly session: null }>().toExtend<WatchedConnection>()
expectTypeOf(sso.refuse).parameter(1).toEqualTypeOf<VisitorRequest | undefined>()

// A request with its method and path is a request of Node or of the Web. Both are optional.
expectTypeOf(request).toExtend<VisitorRequest>()
expectTypeOf<IncomingMessage>().toExtend<VisitorRequest>()
expectTypeOf<HeadersOnly>().toExtend<VisitorRequest>()
expectTypeOf<{ headers: {}; method: number }>().not.toExtend<VisitorRequest>()

// The headers of every framework are accepted.
expectTypeOf(request).toExtend<HeadersOnly>()
expectTypeOf<{ headers: { host?: string; cookie: string[] } }>().toExtend<HeadersOnly>()
expectTypeOf<{ headers: string }>().not.toExtend<HeadersOnly>()

expectTypeOf(sso.handle).toEqualTypeOf<(request: Request, peer?: Peer) => Promise<Response | null>>()
expectTypeOf<Peer>().toEqualTypeOf<{
  readonly ip?: string
  readonly waitUntil?: (work: Promise<unknown>) => void
}>()
// A peer without an address leaves `ip` out.
expectTypeOf<{ ip: undefined }>().not.toExtend<Peer>()

expectTypeOf(sso.sessions.list).returns.resolves.toEqualTypeOf<SessionInfo[]>()
expectTypeOf(sso.sessions.revokeAll).toEqualTypeOf<
  (accountId: string, options?: { except?: string }) => Promise<number>
>()
expectTypeOf(sso.forget).returns.resolves.toEqualTypeOf<{ sessions: number; links: number }>()
expectTypeOf(sso.purge).returns.resolves.toEqualTypeOf<PurgeCounts>()
expectTypeOf<keyof PurgeCounts>().toEqualTypeOf<
  'pending' | 'handoffs' | 'sessions' | 'throttle' | 'revocations'
>()
expectTypeOf(sso.doctor).returns.resolves.toEqualTypeOf<DoctorReport>()
expectTypeOf<DoctorReport>().toEqualTypeOf<{
  readonly ok: boolean
  readonly checks: readonly DoctorCheck[]
}>()
expectTypeOf<DoctorCheck>().toEqualTypeOf<{
  readonly id: string
  readonly ok: boolean
  readonly message: string
  readonly fix?: string
}>()
expectTypeOf(sso.passwordSignInAllowed).returns.resolves.toEqualTypeOf<boolean>()
expectTypeOf<NonNullable<Awaited<ReturnType<typeof sso.identityOf>>>['via']>().toEqualTypeOf<
  'provisioned' | 'linked'
>()
expectTypeOf<Awaited<ReturnType<typeof sso.health>>['identity']>().toEqualTypeOf<'up' | 'degraded' | 'down'>()

// A program may hand in its own clock and log.
expectTypeOf({ now: () => new Date(0), sleep: async () => undefined }).toExtend<Clock>()
expectTypeOf({ log: (_level: string, _event: string, _fields: object) => undefined }).toExtend<Logger>()
type LogParameters = Parameters<Logger['log']>
// A log line has only plain values, because an object could contain a token.
expectTypeOf<{ citizen: { email: string } }>().not.toExtend<LogParameters[2]>()
expectTypeOf<LogParameters[0]>().toEqualTypeOf<'debug' | 'info' | 'warn' | 'error'>()

// tracedFetch takes OpenTelemetry as the program has it, and gives a fetch.
declare const openTelemetry: typeof api
expectTypeOf(tracedFetch(openTelemetry)).toEqualTypeOf<typeof globalThis.fetch>()
expectTypeOf(tracedFetch(openTelemetry, fetch)).toEqualTypeOf<typeof globalThis.fetch>()
expectTypeOf<keyof TracingApi<object, TracingSpan>>().toEqualTypeOf<'trace' | 'context' | 'propagation'>()
expectTypeOf<keyof TracingSpan>().toEqualTypeOf<'setAttribute' | 'setStatus' | 'end'>()
// @ts-expect-error Without the propagation no header is sent.
tracedFetch({ trace: openTelemetry.trace, context: openTelemetry.context })

expectTypeOf<SignedOut['code']>().toEqualTypeOf<SignedOutCode>()
expectTypeOf(signedOut).toEqualTypeOf<(code: SignedOutCode) => SignedOut>()
expectTypeOf<Unavailable['code']>().toEqualTypeOf<UnavailableCode>()
expectTypeOf<Parameters<Logger['log']>>().toExtend<[LogLevel, string, LogFields]>()
expectTypeOf<EndpointName>().toEqualTypeOf<
  'discovery' | 'token' | 'introspection' | 'revocation' | 'key set'
>()

// The language of a page for a visitor is one of a few, and a page can be made of it.
expectTypeOf(nameUserAgent).toEqualTypeOf<
  (header: string | null) => Pick<SessionDevice, 'browser' | 'system'>
>()
expectTypeOf(visitorLanguage).toEqualTypeOf<(acceptLanguage: string | null | undefined) => VisitorLanguage>()
expectTypeOf<VisitorLanguage>().toEqualTypeOf<'en' | 'de' | 'fr' | 'es' | 'ar' | 'zh'>()
expectTypeOf(htmlTag).toEqualTypeOf<(language: VisitorLanguage) => string>()

// A store names its program, and says which one it belongs to where that is another.
expectTypeOf<Parameters<SsoStore['migrate']>[0]>().toEqualTypeOf<StoreOwner | undefined>()
expectTypeOf<Parameters<SsoStore['migrate']>[1]>().toEqualTypeOf<MigrateOptions | undefined>()
expectTypeOf(
  new StoreOfAnotherProgram({ issuer: '', clientId: '' }, { issuer: '', clientId: '' }),
).toExtend<Error>()
expectTypeOf(appOriginsOf).toEqualTypeOf<(returnUris: readonly string[]) => ReadonlySet<string>>()
expectTypeOf(issuerOf).returns.toEqualTypeOf<string>()
expectTypeOf(storeNameFromEnv).returns.toEqualTypeOf<string>()
expectTypeOf(cookieNameOf).parameters.toEqualTypeOf<[cookies: CookieModeConfig, programBaseUrl: string]>()
