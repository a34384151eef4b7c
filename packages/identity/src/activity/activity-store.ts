import type { AuditEventName, AuditOrigin } from '../audit/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database, Layout } from '../platform/postgres/database.ts'
import { selectValues, type ValuePart, valuePart } from '../platform/postgres/select-values.ts'
import { arrayOf } from '../platform/postgres/values.ts'

/** An event of a citizen, with what the rooms below still know of its program and its browser. */
export interface StoredActivity {
  readonly eventId: string
  readonly at: UnixSeconds
  /** The instant with microseconds, in ISO 8601. */
  readonly place: string
  readonly name: AuditEventName
  readonly actor: AuditOrigin['actor']
  readonly address: string | null
  readonly cause: string | null
  readonly purpose: string | null
  readonly proof: string | null
  readonly programName: string | null
  readonly userAgent: string | null
}

/** The network address that a citizen reads: that of a program is its server, and that of an operator is of an employee. */
export function ownAddress({ actor, address }: Pick<StoredActivity, 'actor' | 'address'>): string | null {
  return actor === 'client' || actor === 'operator' ? null : address
}

/** The place of an event in the order of time. */
export interface Place {
  /** ISO 8601, with microseconds. */
  readonly at: string
  readonly eventId: string
}

/** Later than every event. */
export const NEWEST: Place = { at: 'infinity', eventId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** Which events of whom: these names, at most so many, and older than this one. */
export interface ActivityQuestion {
  readonly citizenId: string
  /** Of the names of programs. */
  readonly language: string
  readonly names: readonly string[]
  /** Those of them that an investigation which runs holds back, from its beginning on (decision 130). */
  readonly heldBack: readonly string[]
  readonly before: Place
  readonly most: number
}

/** The events of one citizen, the newest first. */
export async function findActivity(
  db: Database,
  asked: ActivityQuestion,
): Promise<readonly StoredActivity[]> {
  const [found] = await selectValues<[readonly StoredActivity[]]>(db, [
    activityPart(await db.layout(), asked),
  ])
  return found
}

/**
 * The same, as a part of a statement. Reads sessions and clients of the rooms below for the browser and the program, and whether an investigation runs.
 * On several servers the statement is for the server of this citizen. On one server, rows of an earlier release are not filed
 * under anybody.
 */
// excused: "filed_under = ${citizenId}" because citizen_id says the same; this one names the server where there are several.
// excused: "citizen_id = ${citizenId}" because filed_under says the same on several servers; this one has the index.
export function activityPart(
  layout: Layout,
  { citizenId, language, names, heldBack, before, most }: ActivityQuestion,
): ValuePart {
  if (layout === 'distributed')
    return valuePart`
      select coalesce(json_agg(found order by place desc, "eventId" desc), '[]') from (
        select e.event_id as "eventId", floor(extract(epoch from e.at))::bigint as at, e.name, e.actor, e.address,
               to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place,
               e.details ->> 'cause' as cause, e.details ->> 'purpose' as purpose, e.details ->> 'proof' as proof,
               coalesce(c.names ->> ${language}, c.name) as "programName", s.user_agent as "userAgent"
          from (select event_id, at, name, actor, address, details, client_id, session_id from audit_events
                 where filed_under = ${citizenId} and citizen_id = ${citizenId}
                   and name = any (${arrayOf(names)}::text::text[])
                   and (name <> all (${arrayOf(heldBack)}::text::text[]) or at < coalesce(
                          (select i.since from investigations i where i.citizen_id = ${citizenId} and i.ends_at > now()), 'infinity'))
                   and (at, event_id) < (${before.at}::text::timestamptz, ${before.eventId}::text::uuid)
                 order by at desc, event_id desc limit ${most}) e
          left join sessions s on s.citizen_id = ${citizenId} and s.session_id = e.session_id
          left join clients c on c.client_id = e.client_id) found`
  return valuePart`
    select coalesce(json_agg(found order by place desc, "eventId" desc), '[]') from (
      select e.event_id as "eventId", floor(extract(epoch from e.at))::bigint as at, e.name, e.actor, e.address,
             to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place,
             e.details ->> 'cause' as cause, e.details ->> 'purpose' as purpose, e.details ->> 'proof' as proof,
             coalesce(c.names ->> ${language}, c.name) as "programName", s.user_agent as "userAgent"
        from (select event_id, at, name, actor, address, details, client_id, session_id from audit_events
               where citizen_id = ${citizenId} and name = any (${arrayOf(names)}::text::text[])
                 and (name <> all (${arrayOf(heldBack)}::text::text[]) or at < coalesce(
                          (select i.since from investigations i where i.citizen_id = ${citizenId} and i.ends_at > now()), 'infinity'))
                 and (at, event_id) < (${before.at}::text::timestamptz, ${before.eventId}::text::uuid)
               order by at desc, event_id desc limit ${most}) e
        left join sessions s on s.citizen_id = ${citizenId} and s.session_id = e.session_id
        left join clients c on c.client_id = e.client_id) found`
}
