import {
  type Counters,
  type CountersNeeds,
  type ReserveInformed,
  reserveInPostgres,
} from './counter-store.ts'
import { goingOn, inTime } from './known-counts.ts'
import { openRedisCounters } from './redis-counters.ts'

/** Opens the counters: in PostgreSQL, or in Redis where it is configured. */
export function openCounters(needs: CountersNeeds): Counters {
  const { db, reads, redisUrl } = needs
  const inPostgres: ReserveInformed = (request) => inTime(reserveInPostgres(db, request))
  if (redisUrl === undefined)
    return { reserve: goingOn({ reads, shared: inPostgres }), metrics: [], close: async () => undefined }
  const redis = openRedisCounters(needs, redisUrl, inPostgres)
  return { ...redis, reserve: goingOn({ reads, shared: redis.reserve }) }
}
