/**
 * The client of the identity service: discovery, code exchange, ID token checks, introspection, refresh and
 * revocation, through oauth4webapi with HTTP Basic. Circuit breakers and budgets limit the requests during an outage.
 * `outcome.ts` decides what an answer means for the breaker of an endpoint; what the caller gets is decided
 * elsewhere. It stores nothing about citizens.
 */
export { type CentralNeeds, type CentralService, createCentral } from './central.ts'
export type { CentralRefusal } from './central-refusal.ts'
export type { EndpointName } from './endpoint.ts'
export type { IdentityHealth } from './health.ts'
export type { Introspected } from './introspect.ts'
export type { RedeemedCode } from './redeem-code.ts'
export type { CentralSettings } from './settings.ts'
export type { CentralTokens } from './tokens.ts'
