import type { AccountAdapter } from './accounts.ts'
import type { CentralService, CentralSettings } from './central/index.ts'
import type { Clock, Logger, Random } from './platform/index.ts'
import type { ProgramEvent } from './program-sso.ts'
import type { Keyring } from './sealing/index.ts'
import type { SsoStore, ThrottleRule } from './store/index.ts'

/** Every throttle of the program side, and the budgets of outgoing requests a minute. */
export interface ThrottleConfig {
  readonly beginPerIp: ThrottleRule
  readonly beginLinkPerAccount: ThrottleRule
  readonly callbackPerIp: ThrottleRule
  /** Of codes that were none: each has cost a request to the identity service. */
  readonly callbackFailuresPerIp: ThrottleRule
  readonly exchangePerIp: ThrottleRule
  readonly exchangeFailuresPerIp: ThrottleRule
  readonly refreshPerSession: ThrottleRule
  readonly statusPerSession: ThrottleRule
  readonly outboundTokenPerMinute: number
  readonly outboundIntrospectPerMinute: number
  /** How many of the token requests one address may cause by signing in; a fifth unless set. */
  readonly outboundCodesPerIpPerMinute: number
}

/**
 * Where a request's address is read: the socket; `X-Forwarded-For` as far as proxies of the program's own wrote it (their
 * addresses or CIDR ranges); a header to which so many proxies append; or the program's own way.
 */
export type ClientIp =
  | 'socket'
  | { readonly trustedProxies: readonly string[] }
  | { readonly header: string; readonly trustedHops: number }
  | ((request: Request) => string | null)

/** The configuration after it was found to be right. */
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

/** What the rooms are handed; each takes of it what it names. */
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
  /** Work that an answer does not wait for. */
  inBackground(work: Promise<unknown>): void
}
