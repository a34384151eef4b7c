import { EPOCH, plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { NOTHING_PURGED, type Purge, type PurgeBatch, type PurgedBatch } from '../platform/postgres/purge.ts'
import type { Random } from '../platform/random.ts'
import { type AuditDay, DAY_SECONDS, dayOf, readDay } from './audit-day.ts'
import type { Awaits } from './awaits.ts'
import { systemOrigin } from './event.ts'
import { appendEvent } from './event-store.ts'
import {
  countEvents,
  deleteEvents,
  findExport,
  findNextEventAt,
  findOldestDeletable,
  findRights,
  saveCount,
  saveDeleted,
} from './export-store.ts'

/** How long events are kept, and randomness for the event that says what was deleted. */
export interface RetentionNeeds {
  readonly retentionDays: number
  readonly random: Random
  /** Says before the first deletion, to whoever watches over the events, that those of a day are deleted. */
  readonly letGo: LetGo
  readonly awaits: Awaits
}

/** Says that the events of a day are deleted from now on. It may be said again. */
export type LetGo = (
  tx: Database,
  day: string,
  events: number,
) => Promise<
  | 'said'
  /** It cannot be said yet, and need not be. */
  | 'not-yet'
  /** The events must stay. */
  | 'refused'
>

/**
 * Deletes the events of days that are over for longer than the retention, a day after the other, and only days that were
 * exported as they are now: before the first deletion it counts, and a day that has other events than its file stays.
 */
export function purgeExported({ retentionDays, random, letGo, awaits }: RetentionNeeds): Purge {
  let said = ''
  return async ({ db, clock }, batch) => {
    const oldest = await findOldestDeletable(db, firstKeptDay(clock.now(), retentionDays))
    const day = oldest && readDay(oldest.day)
    if (!oldest || !day) return NOTHING_PURGED
    // Where it may not, the owner of the tables runs portico audit prune.
    if (!(await findRights(db)).deletes) return NOTHING_PURGED
    if (await awaits(db, day, clock.now())) return NOTHING_PURGED
    if (oldest.counted === null) {
      await saveCount(db, day, await countEvents(db, day))
      return { ...NOTHING_PURGED, isFull: true }
    }
    if (said !== day.name) {
      const outcome = await db.transaction((tx) => letGo(tx, day.name, oldest.events))
      if (outcome === 'refused') return NOTHING_PURGED
      if (outcome === 'said') said = day.name
    }
    return deleteDay({ db, clock, random }, day, { batch, events: oldest.events })
  }
}

async function deleteDay(
  needs: Basics,
  day: AuditDay,
  { batch, events }: { readonly batch: PurgeBatch; readonly events: number },
): Promise<PurgedBatch> {
  const gone = await deleteEvents(needs.db, day, batch)
  if (gone.isFull) return gone
  const left = await findNextEventAt(needs.db, day.beginsAt)
  if (left !== undefined && left < day.endsAt) return gone
  await needs.db.transaction(async (db) => {
    if (!(await saveDeleted(db, day, needs.clock.now()))) return
    const details = { day: day.name, events }
    await appendEvent({ ...needs, db }, { name: 'audit-deleted', origin: systemOrigin, details })
  })
  return { ...gone, isFull: true }
}

/** Why the oldest events are still there although their time is over. */
export interface Overdue {
  readonly day: string
  readonly because: 'not-exported' | 'events-came-late' | 'not-delivered'
}

/** The oldest day whose events have to go and cannot. */
export async function findOverdue(
  { db, awaits }: { readonly db: Database; readonly awaits: Awaits },
  now: UnixSeconds,
  retentionDays: number,
): Promise<Overdue | undefined> {
  const { beginsAt: end } = firstKeptDay(now, retentionDays)
  let from: UnixSeconds = EPOCH
  for (;;) {
    const at = await findNextEventAt(db, from)
    if (at === undefined || at >= end) return undefined
    const day = dayOf(at)
    const exported = await findExport(db, day)
    if (!exported) return { day: day.name, because: 'not-exported' }
    const { isDeleted, counted, events } = exported
    if (isDeleted || (counted !== null && counted !== events))
      return { day: day.name, because: 'events-came-late' }
    if (await awaits(db, day, now)) return { day: day.name, because: 'not-delivered' }
    from = day.endsAt
  }
}

/** The first day of which every event is kept. */
function firstKeptDay(now: UnixSeconds, retentionDays: number): AuditDay {
  return dayOf(plusSeconds(now, -retentionDays * DAY_SECONDS))
}
