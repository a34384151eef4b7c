import type { AccountAdapter } from './accounts.ts'
import type { CentralService, CentralSettings } from './central/index.ts'
import type { CookieNames, OwnAddress, ProgramPath } from './cookies/index.ts'
import type { Clock, Logger, Random } from './platform/index.ts'
import type { ProgramEvent } from './program-sso.ts'
import type { Keyring } from './sealing/index.ts'
import type { SsoStore, ThrottleRule } from './store/index.ts'

/** All throttles of the program side, and the budgets of outgoing requests per minute. */
export interface ThrottleConfig {
  readonly beginPerIp: ThrottleRule
  readonly beginLinkPerAccount: ThrottleRule
  readonly callbackPerIp: ThrottleRule
  /** For codes that the identity service refused. Each one costs a request to it. */
  readonly callbackFailuresPerIp: ThrottleRule
  readonly exchangePerIp: ThrottleRule
  readonly exchangeFailuresPerIp: ThrottleRule
  readonly refreshPerSession: ThrottleRule
  readonly statusPerSession: ThrottleRule
  readonly ticketPerSession: ThrottleRule
  readonly outboundTokenPerMinute: number
  readonly outboundIntrospectPerMinute: number
  /** How many token requests per minute one address may cause by signing in. A fifth of the budget by default. */
  readonly outboundCodesPerIpPerMinute: number
}

/**
 * How the address of a visitor is found: from the socket; from `X-Forwarded-For`, as far as trusted proxies wrote it
 * (addresses or CIDR ranges); from a header to which a known number of proxies append; or by a function.
 */
export type ClientIp =
  | 'socket'
  | { readonly trustedProxies: readonly string[] }
  | { readonly header: string; readonly trustedHops: number }
  | ((request: Request) => string | null)

/** Cookie mode, checked and with its defaults. */
export interface CookieSettings extends CookieNames, OwnAddress {
  readonly isKeptAfterClosing: boolean
  readonly problemPath: string | null
}

/** The checked configuration, with defaults for what it leaves out. */
export interface Settings {
  readonly central: CentralSettings
  readonly programBaseUrl: string
  readonly programPath: ProgramPath | 'unknown'
  /** As browsers write them. */
  readonly returnUris: readonly string[]
  /** The same, as the configuration writes them. */
  readonly listedUris: readonly string[]
  readonly enabled: boolean
  readonly accessTtlMs: number
  readonly absoluteTtlMs: number
  readonly ceilingMs: number
  readonly softMs: number
  readonly shareBySid: boolean
  readonly housekeeping: boolean
  readonly endedFeed: boolean
  readonly throttle: ThrottleConfig | null
  readonly clientIp: ClientIp
  readonly cors: boolean
  readonly tickets: boolean
  /** Whether a session keeps the address that it was opened from. */
  readonly keepsAddress: boolean
  readonly development: boolean
  /** Null without cookie mode. */
  readonly cookies: CookieSettings | null
}

/** What the rooms are handed. Each room names the parts that it needs. */
export interface Service {
  readonly settings: Settings
  readonly store: SsoStore
  readonly accounts: AccountAdapter<{ id: string }>
  readonly central: CentralService
  readonly keyring: Keyring
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  emit(event: ProgramEvent): void
  /** Runs work that the response does not wait for. */
  inBackground(work: Promise<unknown>): void
}
