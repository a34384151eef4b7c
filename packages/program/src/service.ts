import type { AccountAdapter } from './accounts.ts'
import type { CentralService, CentralSettings } from './central/index.ts'
import type { Clock, Logger, Random } from './platform/index.ts'
import type { ProgramEvent } from './program-sso.ts'
import type { Keyring } from './sealing/index.ts'
import type { SsoStore, ThrottleRule } from './store/index.ts'

/** All throttles of the program side, and the budgets of outgoing requests per minute. */
export interface ThrottleConfig {
  readonly beginPerIp: ThrottleRule
  readonly beginLinkPerAccount: ThrottleRule
  readonly callbackPerIp: ThrottleRule
  /** For codes that the identity service refused. Each one cost a request to it. */
  readonly callbackFailuresPerIp: ThrottleRule
  readonly exchangePerIp: ThrottleRule
  readonly exchangeFailuresPerIp: ThrottleRule
  readonly refreshPerSession: ThrottleRule
  readonly statusPerSession: ThrottleRule
  readonly outboundTokenPerMinute: number
  readonly outboundIntrospectPerMinute: number
  /** How many token requests per minute one address may cause by signing in. A fifth of the budget by default. */
  readonly outboundCodesPerIpPerMinute: number
}

/**
 * How to find the address of a visitor: the socket; `X-Forwarded-For`, as far as the program's own proxies wrote it
 * (their addresses or CIDR ranges); a header to which a known number of proxies append; or a function.
 */
export type ClientIp =
  | 'socket'
  | { readonly trustedProxies: readonly string[] }
  | { readonly header: string; readonly trustedHops: number }
  | ((request: Request) => string | null)

/** The checked configuration. */
export interface Settings {
  readonly central: CentralSettings
  readonly programBaseUrl: string
  readonly returnUris: readonly string[]
  readonly enabled: boolean
  readonly accessTtlMs: number
  readonly absoluteTtlMs: number
  readonly ceilingMs: number
  readonly softMs: number
  readonly shareBySid: boolean
  readonly housekeeping: boolean
  readonly throttle: ThrottleConfig | null
  readonly clientIp: ClientIp
  readonly cors: boolean
  readonly development: boolean
}

/** The parts that the rooms use. Each room names the ones that it needs. */
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
  /** Runs work that the answer does not wait for. */
  inBackground(work: Promise<unknown>): void
}
