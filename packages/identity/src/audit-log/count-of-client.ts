import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'

const DAY_SECONDS = 24 * 60 * 60

/** The most events that are looked at, of all programs and citizens together. */
export const MOST_LOOKED_AT = 20_000

/** How many events of each name a program had lately. */
export interface LatelyOfClient {
  /** By the names of the events. A name without any is missing. */
  readonly counts: Readonly<Record<string, number>>
  /** When the newest of each name was. */
  readonly newestAt: Readonly<Record<string, UnixSeconds>>
}

/** The same of every client. */
export interface LatelyOfClients {
  /** From here on every event was looked at: a day ago, or later where there were too many since. */
  readonly since: UnixSeconds
  readonly of: (clientId: string) => LatelyOfClient
}

/** Counts the events of programs by name, of the last day, or of the newest 20,000 events where the day has more. */
export async function countOfClients(db: Database, now: UnixSeconds): Promise<LatelyOfClients> {
  const dayAgo = plusSeconds(now, -DAY_SECONDS)
  const rows = await db.query<{
    clientId: string
    name: string
    events: number
    since: UnixSeconds
    newestAt: UnixSeconds
  }>`
    select coalesce(client_id, '') as "clientId", coalesce(name, '') as name, count(*)::int as events,
           ceil(extract(epoch from min(at)))::bigint as since, floor(extract(epoch from max(at)))::bigint as "newestAt"
      from (select at, name, client_id from audit_events where at > to_timestamp(${dayAgo})
             order by at desc limit ${MOST_LOOKED_AT}) as newest
     group by grouping sets ((client_id, name), ())`
  const all = rows.find(({ clientId, name }) => clientId === '' && name === '')
  const byClient = Map.groupBy(rows, ({ clientId }) => clientId)
  return {
    since: all && all.events >= MOST_LOOKED_AT ? all.since : dayAgo,
    of(clientId) {
      const own = byClient.get(clientId) ?? []
      return {
        counts: Object.fromEntries(own.map(({ name, events }) => [name, events])),
        newestAt: Object.fromEntries(own.map(({ name, newestAt }) => [name, newestAt])),
      }
    },
  }
}
