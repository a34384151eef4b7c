import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'

const DAY_SECONDS = 24 * 60 * 60

/** The most events that are looked at, of all programs and citizens together. */
export const MOST_LOOKED_AT = 20_000

/** How many events of each name a program had lately. */
export interface LatelyOfClient {
  /** From here on every event was looked at: a day ago, or later where there were too many since. */
  readonly since: UnixSeconds
  /** By the names of the events. A name without any is missing. */
  readonly counts: Readonly<Record<string, number>>
  /** When the newest of each name was. */
  readonly newestAt: Readonly<Record<string, UnixSeconds>>
}

/** The same of every client with events, by its id. */
export interface LatelyOfClients extends Pick<LatelyOfClient, 'since'> {
  readonly countsOf: ReadonlyMap<string, LatelyOfClient['counts']>
}

/** Counts the events of a program by name, of the last day, or of the newest 20,000 events where the day has more. */
export async function countOfClient(
  db: Database,
  { clientId, now }: { readonly clientId: string; readonly now: UnixSeconds },
): Promise<LatelyOfClient> {
  const dayAgo = plusSeconds(now, -DAY_SECONDS)
  const rows = await db.query<{
    name: string
    events: number
    looked: number
    since: UnixSeconds
    newestAt: UnixSeconds | null
  }>`
    select coalesce(name, '') as name, (count(*) filter (where client_id = ${clientId}))::int as events, count(*)::int as looked,
           ceil(extract(epoch from min(at)))::bigint as since,
           floor(extract(epoch from max(at) filter (where client_id = ${clientId})))::bigint as "newestAt"
      from (select at, name, client_id from audit_events where at > to_timestamp(${dayAgo})
             order by at desc limit ${MOST_LOOKED_AT}) as newest
     group by grouping sets ((name), ())`
  const all = rows.find(({ name }) => name === '')
  const found = rows.filter(({ name, events }) => name !== '' && events > 0)
  return {
    since: all && all.looked >= MOST_LOOKED_AT ? all.since : dayAgo,
    counts: Object.fromEntries(found.map(({ name, events }) => [name, events])),
    newestAt: Object.fromEntries(found.flatMap(({ name, newestAt }) => (newestAt ? [[name, newestAt]] : []))),
  }
}

/** Counts the events of all programs in the same way. */
export async function countOfClients(db: Database, now: UnixSeconds): Promise<LatelyOfClients> {
  const dayAgo = plusSeconds(now, -DAY_SECONDS)
  const rows = await db.query<{ clientId: string; name: string; events: number; since: UnixSeconds }>`
    select coalesce(client_id, '') as "clientId", coalesce(name, '') as name, count(*)::int as events,
           ceil(extract(epoch from min(at)))::bigint as since
      from (select at, name, client_id from audit_events where at > to_timestamp(${dayAgo})
             order by at desc limit ${MOST_LOOKED_AT}) as newest
     group by grouping sets ((client_id, name), ())`
  const all = rows.find(({ clientId, name }) => clientId === '' && name === '')
  const byClient = Map.groupBy(rows, ({ clientId }) => clientId)
  return {
    since: all && all.events >= MOST_LOOKED_AT ? all.since : dayAgo,
    countsOf: new Map(
      [...byClient].map(([clientId, own]) => [
        clientId,
        Object.fromEntries(own.map(({ name, events }) => [name, events])),
      ]),
    ),
  }
}
