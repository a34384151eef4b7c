import { type Database, DatabaseUnavailable, firstRow } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import type { FeedQuestion, FeedState } from './ended-store.ts'
import { MOST_EVENTS } from './limits.ts'

/** An event that ended something, on a server of a distributed database. */
export interface FreshEvent {
  readonly server: number
  /** The transaction of that server which wrote it. */
  readonly writtenIn: bigint
  readonly name: string
  readonly citizenId: string | null
  readonly sessionId: string | null
  readonly clientId: string | null
  readonly sessionIds: string | null
  readonly at: number
}

/** What one server says at one moment. */
export interface ServerLook {
  readonly id: number
  readonly snapshot: string
  /** Its cluster, its timeline, its last crash, and the ids of its parts of the events. Where one of them is another one, the snapshot of before means nothing. */
  readonly history: string
  /** Whether each of its events has the number of a transaction of this very server. */
  readonly isNumbered: boolean
  readonly events: readonly FreshEvent[]
}

interface Answer {
  readonly id: number
  readonly parts: string
  readonly shards: number
  readonly success: boolean
  readonly result: string
}

interface Told extends Pick<ServerLook, 'snapshot' | 'history'> {
  readonly numbered: number
  readonly events: readonly (Omit<FreshEvent, 'server' | 'writtenIn'> & { readonly writtenIn: string })[]
}

/**
 * Asks every server that has events for its snapshot, and for the events which that snapshot sees and the one of before does not:
 * each in one statement, so that it tells of one moment. `since` has the snapshots of before; of a server without one nothing is fresh.
 * Every server is asked at once, over a new connection (Citus's manual, "run_command_on_workers", which asks all of them the same).
 */
// "written_in >= pg_snapshot_xmin(s)" is for the index: the snapshot saw all that is older.
export async function lookAtServers(
  db: Database,
  since: readonly { readonly id: number; readonly snapshot: string }[],
): Promise<readonly ServerLook[]> {
  const answers = await db.query<Answer>`
    with homes as (
      select n.nodeid as id, n.nodename, n.nodeport, count(*)::int as shards,
             string_agg(p.placementid::text, ' ' order by p.placementid) as parts,
             format($$
               select json_build_object(
                 'snapshot', pg_current_snapshot()::text,
                 'history', concat_ws(' ', (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
                                      (select extract(epoch from stats_reset) from pg_stat_bgwriter)),
                 'numbered', (select count(*) from pg_trigger t join pg_proc f on f.oid = t.tgfoid
                               where f.proname = 'number_audit_event' and t.tgenabled <> 'D' and t.tgrelid = any(%L::regclass[])),
                 'events', (select coalesce(json_agg(json_build_object(
                               'writtenIn', written_in::text, 'name', name, 'citizenId', citizen_id, 'sessionId', session_id, 'clientId', client_id,
                               'sessionIds', session_ids, 'at', extract(epoch from at))), '[]')
                              from (select * from (%s) as fresh order by written_in limit %s) as first)) $$,
               array_agg(shard_name(s.logicalrelid, s.shardid)),
               string_agg(format($$
                 select written_in, name, citizen_id, session_id, client_id, details ->> 'session_ids' as session_ids, at
                   from %s, coalesce(%L::pg_snapshot, pg_current_snapshot()) as s
                  where name in ('signed-out', 'session-ended', 'program-disconnected', 'code-replayed', 'refresh-token-reused', 'grant-revoked',
                                 'password-reset', 'citizen-suspended', 'citizen-verification-required', 'citizen-signed-out', 'citizen-closed')
                    and written_in >= pg_snapshot_xmin(s) and written_in < pg_snapshot_xmax(pg_current_snapshot())
                    and not pg_visible_in_snapshot(written_in, s) $$,
                 shard_name(s.logicalrelid, s.shardid), k.snapshot), ' union all '),
               ${MOST_EVENTS + 1}::int) as command
        from pg_dist_shard s
        join pg_dist_placement p on p.shardid = s.shardid
        join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
        left join unnest(${arrayOf(since.map(({ id }) => id))}::int[], ${arrayOf(since.map(({ snapshot }) => snapshot))}::text[])
               as k (id, snapshot) on k.id = n.nodeid
       where s.logicalrelid = 'audit_events'::regclass
       group by n.nodeid, n.nodename, n.nodeport
    ), asked as (
      select array_agg(nodename order by id) as names, array_agg(nodeport order by id) as ports, array_agg(command order by id) as commands from homes
    )
    select h.id, h.parts, h.shards, a.success, a.result
      from asked, master_run_on_worker(asked.names, asked.ports, asked.commands, true) as a
      join homes h on h.nodename = a.node_name and h.nodeport = a.node_port
     order by h.id`
  return answers.map(readAnswer)
}

function readAnswer({ id, parts, shards, success, result }: Answer): ServerLook {
  if (!success) throw new DatabaseUnavailable(`A server with events does not answer: ${result}`)
  const { snapshot, history, numbered, events }: Told = JSON.parse(result)
  return {
    id,
    snapshot,
    history: `${id} ${history} ${parts}`,
    isNumbered: numbered === shards,
    events: events.map((event) => ({ ...event, server: id, writtenIn: BigInt(event.writtenIn) })),
  }
}

/** Something that ended at a client, by one of the events. */
export interface EndedBy {
  /** Which of the events. */
  readonly event: number
  readonly clientId: string
  readonly subject: string
  readonly sessionId: string | null
}

/** Finds what events ended at the clients: the same as `readFeed`, in a statement of its own, because Citus runs the first one on no table. */
export async function findEndedBy(db: Database, events: readonly FreshEvent[]): Promise<readonly EndedBy[]> {
  const rows = events.map(({ name, citizenId, sessionId, clientId, sessionIds }, event) => {
    return { event, name, citizenId, sessionId, clientId, sessionIds }
  })
  return db.query<EndedBy>`
    select f.event, g.client_id as "clientId", z.subject,
           case when f.name in ('signed-out', 'session-ended') then g.session_id end as "sessionId"
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as f (event int, name text, "citizenId" uuid, "sessionId" uuid, "clientId" text, "sessionIds" text)
      join citizens z on z.citizen_id = f."citizenId"
      join grants g on g.citizen_id = z.citizen_id
       and case when f.name in ('signed-out', 'session-ended')
                then case when f."sessionId" is not null then g.session_id = f."sessionId"
                          when f."sessionIds" is not null then g.session_id::text = any (string_to_array(f."sessionIds", ' '))
                          else g.end_cause = 'session-ended' end
                when f."clientId" is not null then g.client_id = f."clientId"
                else g.ended_at is null and g.security_version < z.security_version end
     order by f.event`
}

/** What the copied tables say. The asked server has a copy of its own. */
export async function readCopies(
  db: Database,
  { clientId, revision }: Pick<FeedQuestion, 'clientId' | 'revision'>,
): Promise<Pick<FeedState, 'epoch' | 'timelines' | 'generation'> | undefined> {
  return firstRow(db.query<Pick<FeedState, 'epoch' | 'timelines' | 'generation'>>`
    select (select epoch from ended_feeds where feed = 'sessions') as epoch,
           (select coalesce(string_agg(concat(system_identifier, ':', timeline), ' ' order by system_identifier), '')
              from database_timelines) as timelines,
           (select generation from clients
             where client_id = ${clientId} and revision = ${revision} and disabled_at is null) as generation`)
}
