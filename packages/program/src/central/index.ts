/**
 * Talking to the identity service: discovery, code exchange, the ID token's checks, introspection, refresh and
 * revocation, all through oauth4webapi with HTTP Basic, and only when needed. A breaker and budgets keep an outage
 * cheap. Outages and refusals are told apart here, once, for everybody else. It remembers no citizen.
 */
export { type CentralNeeds, type CentralService, createCentral, type IdentityHealth } from './central.ts'
export type { CentralRefusal } from './central-refusal.ts'
export type { Introspected } from './introspect.ts'
export type { RedeemedCode } from './redeem-code.ts'
export type { CentralSettings } from './settings.ts'
export type { CentralTokens } from './tokens.ts'
