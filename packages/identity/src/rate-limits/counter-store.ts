import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { Taken, TakeRequest } from './take.ts'

/** Two processes that meet at the first request of a key: the second one finds its row at the second attempt. */
const MOST_ATTEMPTS = 5

/** Counters of a clock that is ahead stay until every process is past their end. */
const GRACE_SECONDS = 60

/** Takes from the counter in PostgreSQL, by one statement. */
export async function takeFromCounter(db: Database, request: TakeRequest): Promise<Taken> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const taken = await tryTaking(db, request)
    if (taken) return taken
  }
  throw new Error(
    `The counter ${request.counter.split(' ')[0]} was removed ${MOST_ATTEMPTS} times while it was counted`,
  )
}

/**
 * The row is locked first, so that what it holds decides how much is given. A row that comes to be between the look
 * and the insert is not touched: then there is no answer, and the next attempt sees it.
 */
function tryTaking(db: Database, request: TakeRequest): Promise<Taken | undefined> {
  const { counter, allowance, demand, ahead } = request
  const now = request.nowMilliseconds / 1000
  const freshEnd = (request.nowMilliseconds + request.windowMilliseconds) / 1000
  return firstRow(db.query<Taken>`
    with locked as (
      select case when window_ends_at > to_timestamp(${now}) then spent else 0 end as spent,
             case when window_ends_at > to_timestamp(${now}) then least(window_ends_at, to_timestamp(${freshEnd}))
                  else to_timestamp(${freshEnd}) end as window_ends_at
        from rate_counters where counter = ${counter} for update
    ), standing as (
      select coalesce(locked.spent, 0) as spent,
             coalesce(locked.window_ends_at, to_timestamp(${freshEnd})) as window_ends_at
        from (values (1)) as always left join locked on true
    ), share as (
      select spent, window_ends_at,
             least(greatest(${allowance}::int - spent, 0),
                   greatest(${demand}::int, least(${ahead}::int, (${allowance}::int - spent) / 8))) as taken
        from standing
    )
    insert into rate_counters (counter, spent, window_ends_at)
    select ${counter}, spent + taken, window_ends_at from share
    on conflict (counter) do update set spent = excluded.spent, window_ends_at = excluded.window_ends_at
      where exists (select 1 from locked)
    returning (select taken from share) as taken,
              (extract(epoch from window_ends_at) * 1000)::bigint as "endsAtMilliseconds"`)
}

/** Removes counters whose window is long over, at most so many at once; returns how many went. */
export async function removeEndedCounters(db: Database, now: UnixSeconds, most: number): Promise<number> {
  const removed = await db.query`
    delete from rate_counters
     where counter in (select counter from rate_counters
                        where window_ends_at < to_timestamp(${now - GRACE_SECONDS})
                        order by window_ends_at limit ${most} for update skip locked)
    returning 1`
  return removed.length
}
