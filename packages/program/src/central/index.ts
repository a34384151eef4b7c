/**
 * Talking to the identity service: discovery, code exchange, the ID token's checks, introspection, refresh and
 * revocation, all through oauth4webapi with HTTP Basic, and only when needed. Breakers and budgets keep an outage
 * cheap. What whoever asked is told, and what an answer says of its endpoint, are two things: the second is decided in one
 * table, `ending.ts`, for a breaker of each endpoint. It remembers no citizen.
 */
export { type CentralNeeds, type CentralService, createCentral } from './central.ts'
export type { CentralRefusal } from './central-refusal.ts'
export type { EndpointName } from './endpoint.ts'
export type { IdentityHealth } from './health.ts'
export type { Introspected } from './introspect.ts'
export type { RedeemedCode } from './redeem-code.ts'
export type { CentralSettings } from './settings.ts'
export type { CentralTokens } from './tokens.ts'
