import {
  type AuditDay,
  appendEvent,
  type ByOperator,
  dayOf,
  findExport,
  findNextEventAt,
  upsertExport,
} from '../audit/index.ts'
import { EPOCH, plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { counted } from '../platform/counted.ts'
import type { Basics } from '../platform/foundation.ts'
import { percentOf } from '../platform/how-far.ts'
import type { Database } from '../platform/postgres/database.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import { findEventsAfter, type Place, withSubjects } from './audit-log-store.ts'
import { eventJson } from './event-json.ts'
import {
  digestIds,
  digestIdsInFile,
  type ExportSummary,
  exportPath,
  openExportFolder,
  readExport,
  writeExport,
} from './export-file.ts'
import { ExportTrouble } from './export-trouble.ts'

/** Everything that an export uses. */
export interface ExportNeeds extends Basics, ByOperator {
  /** Reads by an index. */
  readonly reads: Database
  /** Called with a sentence about the progress. */
  readonly progress: (line: string) => void
}

/** How long a day is over before it is exported: an event is written with the time of its beginning. */
const SETTLE_SECONDS = 60 * 60

const EVENTS_PER_READ = 1_000
const EVENTS_PER_LINE = 100_000

/**
 * Writes each day of the audit that is over, and was not exported, to a file of its own, the oldest first. The database knows
 * of a day only when its file is on the disk. So a run that was broken off is repeated, and goes on with the next day.
 */
export async function exportDays(
  needs: ExportNeeds,
  folder: string,
  stopped: AbortSignal,
): Promise<readonly ExportSummary[]> {
  await openExportFolder(folder)
  const written: ExportSummary[] = []
  let from: UnixSeconds = EPOCH
  while (!stopped.aborted) {
    const at = await findNextEventAt(needs.reads, from)
    const day = at === undefined ? undefined : dayOf(at)
    if (!day || !isOver(day, needs.clock.now())) break
    from = day.endsAt
    if (await findExport(needs.db, day)) continue
    sayFurther(needs, day)
    written.push(await exportDay(needs, folder, day))
  }
  return written
}

const DAY_SECONDS = 24 * 60 * 60

/** Says how many days there may be after this one: those without events, and those that are exported, are passed over. */
function sayFurther({ progress, clock }: ExportNeeds, { name, endsAt }: AuditDay): void {
  const { beginsAt: notOverAt } = dayOf(plusSeconds(clock.now(), -SETTLE_SECONDS))
  const further = Math.floor((notOverAt - endsAt) / DAY_SECONDS)
  progress(`${name}: ${further === 0 ? 'the last day' : `at most ${counted(further, 'further day')}`}`)
}

/** Writes one day, also where it was exported before: events may have come late. */
export async function exportAgain(needs: ExportNeeds, folder: string, day: AuditDay): Promise<ExportSummary> {
  if (!isOver(day, needs.clock.now()))
    throw new ExportTrouble(
      `${day.name} can be exported when it has been over for an hour, from ${utcMinute(plusSeconds(day.endsAt, SETTLE_SECONDS))} on: events of the day are still being written until then.`,
    )
  const before = await findExport(needs.db, day)
  if (before && !before.isDeleted && before.counted === before.events)
    throw new ExportTrouble(
      `The events of ${day.name} are being deleted, because their first file has all of them: keep that file.`,
    )
  await openExportFolder(folder)
  return exportDay(needs, folder, day)
}

function isOver({ endsAt }: AuditDay, now: UnixSeconds): boolean {
  return plusSeconds(endsAt, SETTLE_SECONDS) <= now
}

function utcMinute(at: UnixSeconds): string {
  return `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

async function exportDay(needs: ExportNeeds, folder: string, day: AuditDay): Promise<ExportSummary> {
  const summary = (await findWritten(needs, folder, day)) ?? (await writeDay(needs, folder, day))
  const { events, sha256 } = summary
  await needs.db.transaction(async (db) => {
    await upsertExport(db, { day, events, sha256 }, needs.clock.now())
    const details = { day: day.name, events, sha256 }
    await appendEvent({ ...needs, db }, { name: 'audit-exported', origin: needs.by, details })
  })
  return summary
}

/** The file that a run has finished before it was broken off. Throws where the file is something else. */
async function findWritten(
  needs: ExportNeeds,
  folder: string,
  day: AuditDay,
): Promise<ExportSummary | undefined> {
  const there = await readExport(folder, day)
  if (there === undefined) return undefined
  const path = exportPath(folder, day)
  if (there === 'damaged' || there.day !== day.name)
    throw new ExportTrouble(`${path} exists and is no complete export of ${day.name}: move it away.`)
  needs.progress(`${day.name}: ${path} exists, so it is compared with the database`)
  if ((await digestIdsInFile(folder, day)) !== (await digestIds(linesOf(needs, day))))
    throw new ExportTrouble(
      `${path} exists and has other events than ${day.name} has now: name another folder.`,
    )
  needs.progress(`${day.name}: ${path} is complete already`)
  return there
}

async function writeDay(needs: ExportNeeds, folder: string, day: AuditDay): Promise<ExportSummary> {
  needs.progress(`${day.name}: reading`)
  const summary = await writeExport({ ...needs, folder, day }, linesOf(needs, day))
  needs.progress(`${day.name}: ${summary.events} events in ${exportPath(folder, day)}`)
  return summary
}

/** While a batch is written, PostgreSQL reads the next one, and no further one. */
async function* linesOf({ reads, progress }: ExportNeeds, day: AuditDay): AsyncIterable<readonly string[]> {
  const behind = (place: Place) =>
    findEventsAfter(reads, place, { before: day.endsAt, most: EVENTS_PER_READ })
  let reading = behind({ at: new Date(day.beginsAt * 1000).toISOString(), eventId: FIRST_UUID })
  for (let read = 0; ; ) {
    const found = await reading
    const last = found.at(-1)
    if (!last) return
    const naming = withSubjects(reads, found)
    reading = behind({ at: last.place, eventId: last.eventId })
    // Where the writing fails, nobody waits for it.
    reading.catch(() => undefined)
    read += found.length
    if (read % EVENTS_PER_LINE === 0)
      progress(`${day.name}: ${read} events so far, until ${sayPlace(day, last.place)}`)
    yield (await naming).map((event) => JSON.stringify(eventJson(event)))
  }
}

/** The time of the last event, and which part of its day that is. */
function sayPlace({ beginsAt, endsAt }: AuditDay, at: string): string {
  const part = (Date.parse(at) / 1000 - beginsAt) / (endsAt - beginsAt)
  return `${at.slice(11, 16)} UTC (${percentOf(part)} of the day)`
}
