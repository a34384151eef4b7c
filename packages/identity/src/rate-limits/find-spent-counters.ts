import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import type { Limits } from '../platform/room/limit.ts'
import { allowanceOf, type LimitConfig, WIDTHS } from './limits.ts'
import { MOST_COUNTED } from './rate-limits.ts'

/** The spent counters of one limit. */
export interface SpentCounters {
  readonly kind: string
  readonly keys: number
  readonly firstEndsAt: UnixSeconds
  readonly lastEndsAt: UnixSeconds
  /** The networks that are counted, those that wait longest first; empty where addresses of people or citizens are counted. */
  readonly networks: readonly string[]
}

/** What is asked for. */
export interface SpentQuestion {
  readonly kinds: Limits
  readonly limits: LimitConfig
  readonly now: UnixSeconds
}

/** The most counters that are looked at. Those whose windows end last are looked at first. */
export const MOST_LOOKED_AT = 100_000

const MOST_NETWORKS = 20

/**
 * Which limits are spent now, for how many keys, and until when. For operators: of the keys only networks are read. A limit that a program has
 * for itself is in its row, and its counter is left out. Empty where the counters are in Redis.
 */
// plan: at most 100,000 counters are looked at and sorted, for a page of operators.
export async function findSpentCounters(
  db: Database,
  { kinds, limits, now }: SpentQuestion,
): Promise<readonly SpentCounters[]> {
  const all = Object.entries(kinds)
  const rows = await db.query<Omit<SpentCounters, 'networks'> & { networks: string }>`
    with looked as (
      select split_part(counter, ' ', 1) as kind, split_part(counter, ' ', 2) as who, spent, window_ends_at
        from rate_counters where window_ends_at > to_timestamp(${now})
       order by window_ends_at desc limit ${MOST_LOOKED_AT}
    )
    select looked.kind, count(*) as keys, extract(epoch from min(window_ends_at))::bigint as "firstEndsAt",
           extract(epoch from max(window_ends_at))::bigint as "lastEndsAt",
           coalesce(array_to_string((array_agg(who order by window_ends_at desc, who) filter (where of_network))[1:${MOST_NETWORKS}::int], ' '), '') as networks
      from looked
      join unnest(${arrayOf(all.map(([kind]) => kind))}::text[], ${arrayOf(all.map(([, limit]) => allowanceOf(limits, limit)))}::bigint[],
                  ${arrayOf(all.map(([, { per }]) => String(per !== 'email')))}::boolean[]) as known (kind, allowance, of_network)
        on known.kind = looked.kind
      left join unnest(${arrayOf(WIDTHS.map(({ bits }) => `/${bits}`))}::text[], ${arrayOf(WIDTHS.map(({ factor }) => factor))}::int[]) as widths (ending, factor)
        on widths.ending = right(who, 3)
     where spent >= least(allowance * coalesce(factor, 1), ${MOST_COUNTED}::int) and who not like 'client:%'
     group by looked.kind order by max(window_ends_at) desc, looked.kind`
  return rows.map((row) => ({ ...row, networks: row.networks.split(' ').filter(isNetwork) }))
}

/** Numbers of an IPv4 or IPv6 network: nothing else is shown, whatever a limit counts. */
function isNetwork(who: string): boolean {
  return /^[\d.]{7,15}$|^[\da-f:]+::\/\d\d$/.test(who)
}
