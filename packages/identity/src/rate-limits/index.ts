/**
 * Every limit on how often something may be asked (contract section 8), in one table: per address, per e-mail and per
 * client. An IPv6 caller is counted for the /64, the /56 and the /48, each allowed more than the one in it; programs' backends
 * for the /64 alone. A window begins with the first request of its key and lasts exactly as long as the table says; counts are
 * exact under concurrency and across processes, kept in PostgreSQL or, where there is one, in Redis. Who is slowed
 * after failed sign-ins is decided in `sign-in`, not here.
 */
export { probeRedis, removeEndedCounters } from './counter-store.ts'
export { type CountedFor, countedNetworks, type LimitKind } from './limits.ts'
export { createRateLimits, type LimitAnswer, type RateLimits, type RateLimitsNeeds } from './rate-limits.ts'
