import { recordRead, searchEvents } from '../audit-log/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { instantSchema, listOf, objectSchema, orNull, textSchema } from '../platform/operation.ts'
import { databaseNow } from '../platform/postgres/database-clock.ts'
import { type Answer, type Given, type LookCall, UsageFault } from './command.ts'
import { readSince } from './durations.ts'
import { table } from './present.ts'

/** More would be more than a program follows at once. */
const MOST = 100_000

/** The accounts that were closed, the oldest first. */
export const ERASED = listOf(
  objectSchema('ErasedAccount', {
    erased_at: instantSchema('When it was closed.'),
    subject: orNull(textSchema('Its subject; null where a restore has lost it.')),
  }),
)

/** Lists the subjects whose accounts were closed for good, so that programs delete what they have about them. */
export async function citizenErased({
  words: command,
  given,
  openDatabase,
  terminal,
}: LookCall): Promise<Answer> {
  const database = await openDatabase()
  const { since, until } = readTimes(given, await databaseNow(database.db))
  const filter = { name: 'citizen-closed', clientId: null, operator: null, address: null, requestId: null }
  const needs = {
    // A replica may not have the newest yet.
    db: database.db,
    stopped: terminal.stopped(),
    progress: (line: string) => terminal.err(line),
  }
  const search = { citizenId: null, since, until, filter, most: MOST + 1 }
  const { events: found, endedAt } = await searchEvents(needs, search)
  await recordRead(database, { command })
  if (endedAt !== null) terminal.err(`Stopped. Nothing before ${endedAt} was looked at.`)
  const events = found.slice(-MOST)
  const isCut = found.length > MOST
  if (isCut) terminal.err(`There are more than ${MOST} since then: the oldest are missing in this list.`)
  const erased = events.map(({ at, subject }) => ({ erased_at: at, subject }))
  const rows = erased.map(({ erased_at, subject }) => [erased_at, subject ?? ''])
  return {
    json: erased,
    lines:
      rows.length === 0 ? [NONE[until === null ? 'since' : 'between']] : table(['ERASED', 'SUBJECT'], rows),
    exitCode: endedAt === null && !isCut ? 0 : 1,
  }
}

const NONE = {
  since: 'No account was closed since then.',
  between: 'No account was closed between these times.',
}

function readTimes(given: Given, now: UnixSeconds) {
  const since = readSince('--since', given.text('since') ?? '', now)
  const latest = given.text('until')
  const until = latest === undefined ? null : readSince('--until', latest, now)
  if (until !== null && until <= since) throw new UsageFault('--until must be later than --since.')
  return { since, until }
}
