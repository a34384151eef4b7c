/**
 * Every rate limit (contract section 8), in one table: per address, per email address and per client. An IPv6 caller is
 * counted for the /64, the /56 and the /48, with a higher limit for each wider one; programs' backends only for the
 * /64. A window begins with the first request of its key and lasts exactly as long as the table says. Counts are exact
 * across concurrent requests and processes. They are in PostgreSQL or, where it is configured, in Redis. `guesses`
 * decides about delays after failed sign-ins.
 */
export { logCounters } from './counter-store.ts'
export { findCounters, type LimitCounter } from './find-counters.ts'
export { findSpentCounters, type SpentCounters } from './find-spent-counters.ts'
export { findSpentLimit } from './find-spent-limit.ts'
export {
  type CountedFor,
  countedNetworks,
  countedProgram,
  type LimitConfig,
  type LimitKind,
  type RoomLimits,
} from './limits.ts'
export {
  createRateLimits,
  type LimitAnswer,
  type RateLimits,
  type RateLimitsNeeds,
  type SpendsLimits,
} from './rate-limits.ts'
export { probeRedis } from './redis-counters.ts'
export { RATE_LIMITS } from './room.ts'
