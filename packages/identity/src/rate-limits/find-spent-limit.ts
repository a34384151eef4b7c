import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { ExplainNeeds } from '../platform/room/explains.ts'
import type { Limit } from '../platform/room/limit.ts'
import { allowanceOf, countedFor } from './limits.ts'

/** A limit, and who is counted. */
export interface LimitOf {
  readonly kind: string
  readonly limit: Limit
  readonly who: string
}

/** When a limit ends that somebody has spent. Undefined where something is left, and where the counters are in Redis. */
export async function findSpentLimit(
  { db, clock, limits }: Pick<ExplainNeeds, 'db' | 'clock' | 'limits'>,
  { kind, limit, who }: LimitOf,
): Promise<UnixSeconds | undefined> {
  for (const counted of countedFor(limit, who)) {
    const allowance = allowanceOf(limits, limit) * counted.factor
    const endsAt = await findEnd(db, { counter: `${kind} ${counted.who}`, allowance }, clock.now())
    if (endsAt !== undefined) return endsAt
  }
  return undefined
}

async function findEnd(
  db: Database,
  { counter, allowance }: { readonly counter: string; readonly allowance: number },
  now: UnixSeconds,
): Promise<UnixSeconds | undefined> {
  const found = await firstRow(db.query<{ endsAt: UnixSeconds }>`
    select extract(epoch from window_ends_at)::bigint as "endsAt" from rate_counters
     where counter = ${counter} and spent >= ${allowance} and window_ends_at > to_timestamp(${now})`)
  return found?.endsAt
}
