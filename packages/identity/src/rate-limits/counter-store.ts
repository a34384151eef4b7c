import type { Foundation } from '../platform/foundation.ts'
import type { Metric } from '../platform/metric.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import type { Session } from '../platform/postgres/session.ts'

/** A process's request for a part of what one key has left in its window. */
export interface ReserveRequest {
  readonly counter: string
  readonly nowMilliseconds: number
  readonly windowMilliseconds: number
  /** The limit of the key in one window, over all processes. */
  readonly allowance: number
  /** Requests that wait now. They are served first. */
  readonly demand: number
  /** How many to reserve for later requests. The process gets at most an eighth of what is left. */
  readonly ahead: number
}

/** A request with what the process knows of the counter. A counter that has lost its window goes on from there. */
export interface InformedRequest extends ReserveRequest {
  /** Spent at least, in the window that ends at `knownEndMilliseconds`; where that is 0, assumed of a counter without a window. */
  readonly knownSpent: number
  /** 0: this process has not asked in this window. */
  readonly knownEndMilliseconds: number
}

/** What the process got, and when it ends. */
export interface Reserved {
  /** Fewer than the demand means that nothing is left. */
  readonly reserved: number
  readonly endsAtMilliseconds: number
  /** Spent and reserved by all processes. */
  readonly spent: number
}

/** Reserves at a counter that all processes share. The sum never exceeds the limit. */
export type Reserve = (request: ReserveRequest) => Promise<Reserved>

/** The same, at one place of the counters. */
export type ReserveInformed = (request: InformedRequest) => Promise<Reserved>

/** The counters that all processes share. */
export interface Counters<Reserves = Reserve> {
  readonly reserve: Reserves
  /** The state of Redis, where the counters are there. */
  readonly metrics: readonly Metric[]
  close(): Promise<void>
}

/** Where the counters are. */
export interface CountersNeeds extends Pick<Foundation, 'db' | 'clock' | 'log' | 'tracer'> {
  readonly reads: Database
  /** The address of Redis, where the counters are in Redis. While it does not answer they are in PostgreSQL. */
  readonly redisUrl: string | undefined
}

/** Two processes may insert the first row of a key at the same time. The second one finds the row at its second attempt. */
const MOST_ATTEMPTS = 5

/** Reserves at the counter in PostgreSQL, by one statement. */
export async function reserveInPostgres(db: Database, request: InformedRequest): Promise<Reserved> {
  const isDistributed = (await db.layout()) === 'distributed'
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const reserved = await (isDistributed
      ? db.transaction((tx) => tryInSteps(tx, request))
      : tryToReserve(db, request))
    if (reserved) return reserved
  }
  throw new Error(
    `The counter ${request.counter.split(' ')[0]} was removed ${MOST_ATTEMPTS} times while it was counted`,
  )
}

/**
 * Locks the row first, so that its values decide how much is given. A row that another transaction inserts between the
 * select and the insert is not updated. Then there is no answer, and the next attempt finds the row.
 */
function tryToReserve(db: Database, request: InformedRequest): Promise<Reserved | undefined> {
  const { counter, allowance, demand, ahead, knownSpent, knownEndMilliseconds } = request
  const now = request.nowMilliseconds / 1000
  const freshEnd = (request.nowMilliseconds + request.windowMilliseconds) / 1000
  const firstEnd = knownEndMilliseconds > 0 ? knownEndMilliseconds / 1000 : freshEnd
  const leastSpent = knownEndMilliseconds > 0 ? knownSpent : 0
  return firstRow(db.query<Reserved>`
    with locked as (
      select case when window_ends_at > to_timestamp(${now}) then greatest(spent, ${leastSpent}::int) end as spent,
             case when window_ends_at > to_timestamp(${now}) then least(window_ends_at, to_timestamp(${freshEnd})) end as window_ends_at
        from rate_counters where counter = ${counter} for update
    ), standing as (
      select coalesce(locked.spent, ${knownSpent}::int) as spent,
             coalesce(locked.window_ends_at, to_timestamp(${firstEnd})) as window_ends_at
        from (values (1)) as always left join locked on true
    ), share as (
      select spent, window_ends_at,
             least(greatest(${allowance}::int - spent, 0),
                   greatest(${demand}::int, least(${ahead}::int, (${allowance}::int - spent) / 8))) as reserved
        from standing
    )
    insert into rate_counters (counter, spent, window_ends_at)
    select ${counter}, spent + reserved, window_ends_at from share
    on conflict (counter) do update set spent = excluded.spent, window_ends_at = excluded.window_ends_at
      where exists (select 1 from locked)
    returning (select reserved from share) as reserved, spent,
              (extract(epoch from window_ends_at) * 1000)::bigint as "endsAtMilliseconds"`)
}

/** The same in a transaction, because a distributed database takes no subquery in an `insert`. */
async function tryInSteps(tx: Database, request: InformedRequest): Promise<Reserved | undefined> {
  const { counter } = request
  const locked = await firstRow(tx.query<Window>`
    select spent, (extract(epoch from window_ends_at) * 1000)::bigint as "endsAtMilliseconds"
      from rate_counters where counter = ${counter} for update`)
  const share = shareOf(locked, request)
  const isStored = await anyRow(tx.query`
    insert into rate_counters (counter, spent, window_ends_at)
    values (${counter}, ${share.spent}, to_timestamp(${share.endsAtMilliseconds / 1000}))
    on conflict (counter) do update set spent = excluded.spent, window_ends_at = excluded.window_ends_at
      where ${locked !== undefined}::boolean
    returning 1`)
  return isStored ? share : undefined
}

/** What a counter says of its window. */
export type Window = Pick<Reserved, 'spent' | 'endsAtMilliseconds'>

/** What a request gets of a counter, where it is calculated here. The statement and the script calculate the same. */
export function shareOf(stored: Window | undefined, request: InformedRequest): Reserved {
  const { allowance, demand, ahead, nowMilliseconds, windowMilliseconds } = request
  const { knownSpent, knownEndMilliseconds } = request
  const isKnown = knownEndMilliseconds > 0
  const freshEnd = nowMilliseconds + windowMilliseconds
  const open = stored && stored.endsAtMilliseconds > nowMilliseconds ? stored : undefined
  const before = open ? Math.max(open.spent, isKnown ? knownSpent : 0) : knownSpent
  const left = Math.max(allowance - before, 0)
  const reserved = Math.min(left, Math.max(demand, Math.min(ahead, Math.floor(left / 8))))
  const firstEnd = isKnown ? knownEndMilliseconds : freshEnd
  const endsAtMilliseconds = open ? Math.min(open.endsAtMilliseconds, freshEnd) : firstEnd
  return { reserved, spent: before + reserved, endsAtMilliseconds }
}

/** Makes the counters durable (`set logged`), because Citus cannot move the shards of unlogged tables while they are written. */
export async function logCounters(session: Session): Promise<void> {
  await session.runText('alter table rate_counters set logged')
}
