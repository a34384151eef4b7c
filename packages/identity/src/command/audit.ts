import { setTimeout as wait } from 'node:timers/promises'
import {
  beginFollowing,
  type EventSelection,
  eventJson,
  type Followed,
  followEvents,
  listEvents,
  type RecordedEvent,
  recordRead,
} from '../audit-log/index.ts'
import { EPOCH } from '../platform/clock.ts'
import { requireCitizen } from './citizen.ts'
import type { Answer, LookCall, OperatorsDatabase } from './command.ts'
import { readSince } from './durations.ts'
import { harmless, table } from './present.ts'
import { readLimit } from './read-limit.ts'

const POLL_MILLISECONDS = 1_000

/** Lists audit events. */
export async function auditList(call: LookCall): Promise<Answer | undefined> {
  const { given, openDatabase } = call
  const most = readLimit(given)
  const since = given.text('since')
  if (since !== undefined) readSince('--since', since, EPOCH)
  const database = await openDatabase()
  const who = given.text('citizen')
  const selection: EventSelection = {
    citizenId: who === undefined ? null : (await requireCitizen(database, who)).citizenId,
    since: since === undefined ? EPOCH : readSince('--since', since, database.clock.now()),
    most,
  }
  if (given.flag('follow')) return follow(call, database, selection)
  const events = await listEvents({ db: database.reads }, selection)
  await recordAuditRead(database, selection)
  return { json: events.map(eventJson), lines: eventTable(events) }
}

async function recordAuditRead(database: OperatorsDatabase, { citizenId }: EventSelection): Promise<void> {
  await recordRead(database, { command: 'audit', ...(citizenId !== null && { citizenId }) })
}

async function follow(
  { terminal, asJson }: LookCall,
  database: OperatorsDatabase,
  selection: EventSelection,
): Promise<undefined> {
  const stopped = terminal.stopped()
  const show = (events: readonly RecordedEvent[]) => {
    for (const event of events) terminal.out(asJson ? JSON.stringify(eventJson(event)) : eventLine(event))
  }
  const needs = { db: database.reads }
  const begun = await beginFollowing(needs, selection, database.clock.now())
  show(begun.events)
  await recordAuditRead(database, selection)
  let followed: Followed = begun.followed
  while (!stopped.aborted) {
    const next = await followEvents(needs, selection.citizenId, followed, database.clock.now())
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

function eventTable(events: readonly RecordedEvent[]): readonly string[] {
  if (events.length === 0) return ['There are no such events.']
  return table(['TIME', 'EVENT', 'ACTOR', 'ADDRESS', 'ABOUT'], events.map(cellsOf))
}

function eventLine(event: RecordedEvent): string {
  return harmless(cellsOf(event).join('  '))
}
