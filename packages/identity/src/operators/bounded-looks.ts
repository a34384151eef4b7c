import { type AuditOrigin, appendRepeated, type ByOperator } from '../audit/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { OPERATOR_EVENTS } from './events.ts'

const HOUR_SECONDS = 60 * 60

/**
 * Does something that shows a citizen, unless the operator has had as many looks within an hour as there may be. The looks of one operator wait for each other, so that many at once are counted, too. What
 * is done writes its event itself, with this database.
 */
export async function withinLooks<Value>(
  { db, clock, by }: Pick<Basics, 'db' | 'clock'> & ByOperator,
  looksPerHour: number,
  look: (tx: Database) => Promise<Value>,
): Promise<Result<Value, { readonly retryAfterSeconds: number }>> {
  return db.transaction(async (tx) => {
    await tx.query`select pg_advisory_xact_lock(hashtext(${`portico looks of ${by.operator}`}))`
    const now = clock.now()
    const since = plusSeconds(now, -HOUR_SECONDS)
    const oldest = await findNthLook(tx, { operator: by.operator, nth: looksPerHour, since })
    if (oldest === undefined) return accepted(await look(tx))
    return refused({ retryAfterSeconds: Math.max(1, oldest + HOUR_SECONDS - now) })
  })
}

/** When the oldest of so many newest looks was. Undefined where there are not so many since this instant. */
async function findNthLook(
  db: Database,
  { operator, nth, since }: { readonly operator: string; readonly nth: number; readonly since: UnixSeconds },
): Promise<UnixSeconds | undefined> {
  const found = await firstRow(db.query<{ lookedAt: UnixSeconds }>`
    select ceil(extract(epoch from at))::bigint as "lookedAt" from audit_events
     where operator = ${operator} and at > to_timestamp(${since}) and name = 'operator-looked'
     order by audit_events.at desc offset ${nth - 1} limit 1`)
  return found?.lookedAt
}

/** What the console refused, to whom, and why. */
export interface RefusedLook {
  readonly origin: AuditOrigin
  readonly citizenId: string | undefined
  readonly because: 'no-operator' | 'role' | 'elsewhere' | 'too-many-looks'
  readonly page: string
}

/** Writes that the console refused somebody who was signed in. Whoever repeats it is written some times an hour. */
export async function recordRefused(
  needs: Basics,
  { origin, citizenId, because, page }: RefusedLook,
): Promise<void> {
  await appendRepeated(
    needs,
    {
      ...{ name: 'console-refused', origin, details: { because, page } },
      ...(citizenId !== undefined && { citizenId }),
    },
    OPERATOR_EVENTS['console-refused'].bound,
  )
}
