import {
  EVENT_FORMS,
  type EventFilter,
  type EventPlace,
  findForOperator,
  type LookRefusal,
  type OperatorOrigin,
  type RecordedEvent,
  type Result,
  recordRead,
  searchEvents,
  withinLooks,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { LOOKS, looksOf, OPENED_AGAIN_SECONDS, uncoversOf } from '../look-bounds.ts'
import { coveredEvent, nobodysEvent } from '../masked.ts'

/** What events are looked for by, beside their citizen and their time. */
export const AUDIT_FIELDS = ['event', 'operator', 'address', 'client', 'request'] as const

/** One of these fields. */
export type AuditField = (typeof AUDIT_FIELDS)[number]

/** What was typed into each; `''` for nothing. */
export type AuditTyped = Readonly<Record<AuditField, string>>

/** The fields whose text no event has there. */
export function unfitFields(typed: AuditTyped): readonly AuditField[] {
  return AUDIT_FIELDS.filter((name) => typed[name] !== '' && EVENT_FORMS[name](typed[name]) === undefined)
}

/** The fields that may not be asked for beside a citizen whose events are covered: what is found would tell what is covered. */
export function coveredFields({ address }: AuditTyped): readonly AuditField[] {
  return address === '' ? [] : ['address']
}

/** Whether a span of time ends before it begins. */
export function isReversed(since: string | undefined, until: string | undefined): boolean {
  return since !== undefined && until !== undefined && Date.parse(until) <= Date.parse(since)
}

/** Which events, behind which place, and how many. */
export interface AuditAsked {
  readonly typed: AuditTyped
  /** Only events from this instant on, and before that one: ISO 8601, in UTC, with no more than milliseconds. */
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly behind: EventPlace | null
  readonly most: number
  readonly stopped: AbortSignal
}

/** Events, the oldest first; where a search that took too long ended; and the place behind which there may be more. */
export interface AuditSeen {
  readonly events: readonly RecordedEvent[]
  readonly endedAt: string | null
  readonly next: EventPlace | null
}

/** Whose events, and whether networks and typed reasons stay covered, as on the page of the account. Without a cover, `by` has the reason. */
export interface CitizenAsked {
  readonly subject: string
  readonly isCovered: boolean
}

type ReadNeeds = Pick<ConsoleNeeds, 'db' | 'clock' | 'random'>

/** The newest events that have what was typed. The look is in the audit, with what was looked for. `nobodys`: nobody learns whom they are about. */
export async function readAudit(
  needs: ReadNeeds,
  by: OperatorOrigin,
  { shows = 'whole', ...asked }: AuditAsked & { readonly shows?: 'whole' | 'nobodys' },
): Promise<AuditSeen> {
  const { events, ...seen } = await search(needs, null, asked)
  await recordRead({ ...needs, by }, { command: ['console audit', ...named(asked)].join(' ') })
  return { ...seen, events: shows === 'whole' ? events : events.map(nobodysEvent) }
}

/** The same of one citizen, which is a look at a citizen: within the bounds of looks, in the audit and on the citizen's page Activity. Undefined where no account has this subject. */
export function readAuditOf(
  needs: ReadNeeds & Pick<ConsoleNeeds, 'config' | 'onLook'>,
  by: OperatorOrigin,
  { subject, isCovered, ...asked }: AuditAsked & CitizenAsked,
): Promise<Result<AuditSeen | undefined, LookRefusal>> {
  const onLook = () => needs.onLook(isCovered ? looksOf(needs) : uncoversOf(needs))
  return withinLooks({ ...needs, by, onLook }, looksOf(needs), async (db) => {
    const citizen = await findForOperator(db, subject)
    const read = { command: LOOKS.audit, filters: named(asked).join(' ') }
    const look = { ...needs, db, by }
    if (!citizen) {
      await recordRead(look, read)
      return undefined
    }
    const { citizenId } = citizen
    const { events, ...seen } = await search({ db }, citizenId, asked)
    await recordRead({ ...look, sameWithinSeconds: OPENED_AGAIN_SECONDS }, { ...read, citizenId })
    return { ...seen, events: isCovered ? events.map(coveredEvent) : events }
  })
}

function search(
  { db }: Pick<ReadNeeds, 'db'> | { readonly db: Parameters<typeof findForOperator>[0] },
  citizenId: string | null,
  { typed, since, until, behind, most, stopped }: AuditAsked,
): Promise<AuditSeen> {
  const asked = {
    citizenId,
    since: since ?? null,
    most,
    filter: filterOf(typed),
    until: earlier(behind, until),
  }
  return searchEvents({ db, progress: () => undefined, stopped }, asked)
}

/** No page shows what is later than its search asks for, whatever its address says. */
function earlier(behind: EventPlace | null, until: string | undefined): EventPlace | string | null {
  if (until === undefined) return behind
  return behind !== null && Date.parse(behind.at) < Date.parse(until) ? behind : until
}

/** What was looked for, as the options of the command say it. */
function named({ typed, since, until }: AuditAsked): readonly string[] {
  const fields = AUDIT_FIELDS.map((name) => [name, typed[name]] as const)
  return [...fields, ...Object.entries({ since, until })].flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`--${name} ${value}`],
  )
}

function filterOf(typed: AuditTyped): EventFilter {
  const value = (name: AuditField) => (typed[name] === '' ? null : (EVENT_FORMS[name](typed[name]) ?? null))
  return {
    ...{ name: value('event'), clientId: value('client'), operator: value('operator') },
    ...{ address: value('address'), requestId: value('request') },
  }
}
