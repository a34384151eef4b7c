import { setTimeout as wait } from 'node:timers/promises'
import {
  beginFollowing,
  type EventSearch,
  type EventSelection,
  eventJson,
  type Followed,
  type FoundEvents,
  fitsFilter,
  followEvents,
  isEmpty,
  listEvents,
  type OperatorRead,
  type RecordedEvent,
  recordRead,
  type SearchNeeds,
  searchEvents,
} from '../audit-log/index.ts'
import type { AnswerPart } from '../platform/answer-part.ts'
import { EPOCH, type UnixSeconds } from '../platform/clock.ts'
import { readFilter } from './audit-filters.ts'
import { FILTER_OPTIONS } from './audit-options.ts'
import { requireCitizen } from './citizen.ts'
import { type Answer, type Given, type LookCall, type OperatorsDatabase, UsageFault } from './command.ts'
import { readSince, secondOf } from './durations.ts'
import { harmless, table } from './present.ts'
import { readLimit } from './read-limit.ts'

const POLL_MILLISECONDS = 1_000

/** Lists audit events. */
export async function auditList(call: LookCall): Promise<Answer | undefined> {
  const { given, openDatabase, terminal } = call
  // What is wrong is told before the database is opened.
  const question = readQuestion(given, EPOCH)
  const database = await openDatabase()
  const { filter, ...times } = { ...question, ...readTimes(given, database.clock.now()) }
  const who = given.text('citizen')
  const citizenId = who === undefined ? null : (await requireCitizen(database.db, who)).citizenId
  const search: EventSearch = { ...times, filter, citizenId }
  const look = lookOf(given, search)
  if (given.flag('follow')) return follow(call, { database, search, look })
  const stopped = isEmpty(filter) && search.until === null ? NEVER : terminal.stopped()
  const { events, endedAt } = await find(database, search, {
    stopped,
    progress: (line) => terminal.err(line),
  })
  await recordRead(database, look)
  if (endedAt !== null) terminal.err(`Stopped. To go on: --until ${endedAt}`)
  return {
    json: events.map(eventJson),
    lines: events.length === 0 ? await sayNone(filter) : eventTable(events),
  }
}

const UNKNOWN_REQUEST = [
  'No event has this reference number. Its letters are written as the page shows them: the case counts. A request that changed nothing leaves none: the log has it as http.request.id.',
]

async function sayNone({ requestId, name }: EventSearch['filter']): Promise<readonly string[]> {
  if (requestId !== null) return UNKNOWN_REQUEST
  const unknown = name === null ? undefined : await sayUnknown(name)
  return [['There are no such events.', ...(unknown ? [unknown] : [])].join(' ')]
}

/** What is said of a name that this release writes into no event. */
async function sayUnknown(name: string): Promise<string | undefined> {
  const { isKnown, meant } = (await import('../rooms.ts')).findEventName(name)
  if (isKnown) return undefined
  const instead = meant === undefined ? '' : ` Did you mean ${meant}?`
  return `This release writes no event of the name ${name}.${instead} docs/reference/audit-events.md has the names.`
}

const NEVER = new AbortController().signal

/** What needs no filter needs no search either: the indexes have it. */
async function find(
  { reads }: OperatorsDatabase,
  search: EventSearch,
  needs: Omit<SearchNeeds, 'db'>,
): Promise<Omit<FoundEvents, 'next'>> {
  const isListed = isEmpty(search.filter) && search.until === null && isWholeSecond(search.since)
  if (!isListed) return searchEvents({ ...needs, db: reads }, search)
  return { events: await listEvents({ db: reads }, listed(search)), endedAt: null }
}

const isWholeSecond = (since: string | null) => since === null || since.endsWith('.000000Z')

/** The same from the beginning of its second on. */
const listed = ({ since, ...search }: EventSearch): EventSelection => ({
  ...search,
  since: since === null ? EPOCH : secondOf(since),
})

function readQuestion(given: Given, now: UnixSeconds) {
  const question = { most: readLimit(given), filter: readFilter(given), ...readTimes(given, now) }
  if (given.flag('follow') && given.text('until') !== undefined)
    throw new UsageFault('--follow and --until exclude each other.')
  return question
}

/** `--since` and `--until`. Throws UsageFault. */
function readTimes(given: Given, now: UnixSeconds): Pick<EventSearch, 'since' | 'until'> {
  const [since, until] = [given.text('since'), given.text('until')]
  const times = {
    since: since === undefined ? null : readSince('--since', since, now),
    until: until === undefined ? null : readSince('--until', until, now),
  }
  if (now !== EPOCH && times.until !== null && times.until <= (times.since ?? ''))
    throw new UsageFault('--until must be later than --since.')
  return times
}

/** How the audit says what the operator looked for. */
function lookOf(given: Given, { citizenId, filter: { clientId } }: EventSearch): OperatorRead {
  const asked = Object.keys(FILTER_OPTIONS).flatMap((option) => {
    const words = given.text(option)
    return words === undefined ? [] : [`--${option} ${words.trim()}`]
  })
  return {
    command: ['audit', ...asked].join(' '),
    ...(citizenId !== null && { citizenId }),
    ...(clientId !== null && { clientId }),
  }
}

async function follow(
  { terminal, asJson }: LookCall,
  {
    database,
    search,
    look,
  }: { readonly database: OperatorsDatabase; readonly search: EventSearch; readonly look: OperatorRead },
): Promise<undefined> {
  const stopped = terminal.stopped()
  const show = (events: readonly RecordedEvent[]) => {
    for (const event of events.filter((each) => fitsFilter(each, search.filter)))
      terminal.out(asJson ? JSON.stringify(eventJson(event)) : eventLine(event))
  }
  const unknown = search.filter.name === null ? undefined : await sayUnknown(search.filter.name)
  if (unknown) terminal.err(unknown)
  const needs = { db: database.reads }
  const begun = await beginFollowing(needs, listed(search), database.clock.now())
  show(begun.events)
  await recordRead(database, look)
  let followed: Followed = begun.followed
  while (!stopped.aborted) {
    const next = await followEvents(needs, search.citizenId, followed, database.clock.now())
    show(next.events)
    followed = next.followed
    await wait(POLL_MILLISECONDS, undefined, { signal: stopped }).catch(() => undefined)
  }
}

function cellsOf(event: RecordedEvent): readonly string[] {
  const details = Object.entries(event.details).map(([name, value]) => `${name}=${value}`)
  const about = [
    event.subject && `citizen=${event.subject}`,
    event.clientId && `client=${event.clientId}`,
    ...details,
  ]
  return [
    event.at,
    event.name,
    actorOf(event),
    event.address ?? '-',
    about.filter((words) => words).join(' '),
  ]
}

function actorOf({ actor, operator }: RecordedEvent): string {
  return operator === null ? actor : `${actor} ${operator}`
}

function eventTable(events: readonly RecordedEvent[]): readonly AnswerPart[] {
  return table(['TIME', 'EVENT', 'ACTOR', 'ADDRESS', 'ABOUT'], events.map(cellsOf))
}

function eventLine(event: RecordedEvent): string {
  return harmless(cellsOf(event).join('  '))
}
