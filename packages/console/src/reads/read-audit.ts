import {
  EPOCH,
  EVENT_FORMS,
  type EventFilter,
  type EventPlace,
  type OperatorOrigin,
  type RecordedEvent,
  recordRead,
  searchEvents,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'

/** What events are looked for by. */
export const AUDIT_FIELDS = ['event', 'operator', 'address', 'client', 'request'] as const

/** One of these fields. */
export type AuditField = (typeof AUDIT_FIELDS)[number]

/** What was typed into each; `''` for nothing. */
export type AuditTyped = Readonly<Record<AuditField, string>>

/** The fields whose text no event has there. */
export function unfitFields(typed: AuditTyped): readonly AuditField[] {
  return AUDIT_FIELDS.filter((name) => typed[name] !== '' && EVENT_FORMS[name](typed[name]) === undefined)
}

/** Which events, behind which place, and how many. */
export interface AuditAsked {
  readonly typed: AuditTyped
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

/** The newest events that have what was typed. The look is in the audit, with what was looked for. */
export async function readAudit(
  needs: Pick<ConsoleNeeds, 'db' | 'clock' | 'random'>,
  by: OperatorOrigin,
  { typed, behind, most, stopped }: AuditAsked,
): Promise<AuditSeen> {
  const asked = { citizenId: null, since: EPOCH, most, filter: filterOf(typed), until: behind }
  const seen = await searchEvents({ db: needs.db, progress: () => undefined, stopped }, asked)
  const named = AUDIT_FIELDS.flatMap((name) => (typed[name] === '' ? [] : [`--${name} ${typed[name]}`]))
  await recordRead({ ...needs, by }, { command: ['console audit', ...named].join(' ') })
  return seen
}

function filterOf(typed: AuditTyped): EventFilter {
  const value = (name: AuditField) => (typed[name] === '' ? null : (EVENT_FORMS[name](typed[name]) ?? null))
  return {
    ...{ name: value('event'), clientId: value('client'), operator: value('operator') },
    ...{ address: value('address'), requestId: value('request') },
  }
}
