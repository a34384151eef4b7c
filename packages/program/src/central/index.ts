/**
 * The client of the identity service: discovery, code exchange, ID token checks, introspection, refresh and
 * revocation. It uses oauth4webapi, and authenticates with HTTP Basic. Circuit breakers limit the requests during an
 * outage, and budgets limit them at all times. `bounded-response.ts` decides what a response means for the breaker.
 * `central-refusal.ts` decides what it means for the caller. Nothing about citizens is stored here.
 */
export type { EndedAnswer, FeedSilence } from './ask-ended.ts'
export { type CentralNeeds, type CentralService, createCentral } from './central.ts'
export type { CentralRefusal } from './central-refusal.ts'
export type { EndpointName } from './endpoint.ts'
export type { IdentityHealth } from './health.ts'
export type { Introspected } from './introspect.ts'
export type { RedeemedCode } from './redeem-code.ts'
export type { CentralSettings } from './settings.ts'
export type { CentralTokens } from './tokens.ts'
