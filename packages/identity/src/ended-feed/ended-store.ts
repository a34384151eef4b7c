import { type Database, firstRow } from '../platform/postgres/database.ts'
import { MOST_ENDED, MOST_EVENTS } from './limits.ts'

/** Something that ended at a program. */
export interface Ended {
  readonly clientId: string
  readonly subject: string
  /** The session that ended. Null where it was something else: the program has to look at every session of the citizen. */
  readonly sessionId: string | null
}

/** What the database says at one moment. */
export interface FeedState {
  /** The snapshot of the statement (PostgreSQL's manual, "Transaction ID and Snapshot Information Functions"); of several servers, one of each. */
  readonly snapshot: string
  /** Null where no process has begun the feed in this database. */
  readonly epoch: string | null
  /** The newest timeline of each cluster that this database has been in, and when the server last crashed; of several servers also where their events are. */
  readonly timelines: string
  /** The generation of the client; null where it is not the one that was named. */
  readonly generation: number | null
  /** What ended since the other snapshot, in the order of the transactions. One more than `MOST_ENDED` where there is more. */
  readonly ended: readonly Ended[]
  /** How many events were read. One more than `MOST_EVENTS` where there are more. */
  readonly events: number
  /** When the newest of these events was written. */
  readonly newestAt: number | null
}

/** The history that a snapshot belongs to. The snapshots of two histories cannot be compared. */
export function historyOf({ epoch, timelines }: Pick<FeedState, 'epoch' | 'timelines'>): string {
  return `${epoch} ${timelines}`
}

/** Whether more has happened than one answer tells. */
export function isTooMuch({ ended, events }: Pick<FeedState, 'ended' | 'events'>): boolean {
  return ended.length > MOST_ENDED || events > MOST_EVENTS
}

/** What to read: for one client in one revision, or for all where the id is empty. */
export interface FeedQuestion {
  readonly clientId: string
  readonly revision: number
  /** A snapshot of before. Empty for the one of this statement, since which nothing has ended. */
  readonly since: string
}

/**
 * Reads what has ended since a snapshot: all events that this statement sees and that snapshot did not see, whenever they
 * began. So nothing is missed where a transaction commits late. The numbers of transactions alone would not do: they say
 * when a transaction began.
 *
 * Reads audit_events, grants, citizens, clients and database_timelines of the rooms below. An event concerns a client that has a
 * grant of the session that ended, the client of the grant that ended, or each client that has a grant of an earlier security
 * version. Where the event of several sessions does not name them (the previous release), every session that has ended is told.
 * A crash forgets the numbers of transactions that were rolled back, or committed without waiting, and gives them again: a snapshot has
 * seen them. It also resets PostgreSQL's statistics (its manual, "The Cumulative Statistics System"), so the time of that is in the history.
 * Rows of a restored database have the numbers of another one, which may be higher than any of this one; those are left out.
 */
// excused: "e.written_in >= pg_snapshot_xmin(coalesce(nullif(${since}::text, '')::pg_snapshot, pg_current_snapshot()))" because the snapshot saw all that is older; this one has the index.
export async function readFeed(
  db: Database,
  { clientId, revision, since }: FeedQuestion,
): Promise<FeedState | undefined> {
  return firstRow(db.query<FeedState>`
    with fresh as materialized (
      select e.written_in, e.name, e.citizen_id, e.session_id, e.client_id, e.details ->> 'session_ids' as session_ids, e.at
        from audit_events e
       where e.name in ('signed-out', 'session-ended', 'program-disconnected', 'code-replayed', 'refresh-token-reused', 'grant-revoked',
                        'password-reset', 'citizen-suspended', 'citizen-verification-required', 'citizen-signed-out', 'citizen-closed')
         and e.written_in >= pg_snapshot_xmin(coalesce(nullif(${since}::text, '')::pg_snapshot, pg_current_snapshot()))
         and e.written_in < pg_snapshot_xmax(pg_current_snapshot())
         and not pg_visible_in_snapshot(e.written_in, coalesce(nullif(${since}::text, '')::pg_snapshot, pg_current_snapshot()))
       order by e.written_in limit ${MOST_EVENTS + 1}
    ), ended as (
      select g.client_id, z.subject,
             case when f.name in ('signed-out', 'session-ended') then g.session_id end as session_id, min(f.written_in) as written_in
        from fresh f
        join citizens z on z.citizen_id = f.citizen_id
        join grants g on g.citizen_id = f.citizen_id
         and case when f.name in ('signed-out', 'session-ended')
                  then case when f.session_id is not null then g.session_id = f.session_id
                            when f.session_ids is not null then g.session_id::text = any (string_to_array(f.session_ids, ' '))
                            else g.end_cause = 'session-ended' end
                  when f.client_id is not null then g.client_id = f.client_id
                  else g.ended_at is null and g.security_version < z.security_version end
       where ${clientId} = '' or g.client_id = ${clientId}
       group by 1, 2, 3
       order by 4
       limit ${MOST_ENDED + 1}
    )
    select pg_current_snapshot()::text as snapshot,
           (select epoch from ended_feeds where feed = 'sessions') as epoch,
           concat_ws(' ', (select string_agg(concat(system_identifier, ':', timeline), ' ' order by system_identifier) from database_timelines),
                     (select extract(epoch from stats_reset) from pg_stat_bgwriter)) as timelines,
           (select generation from clients
             where client_id = ${clientId} and revision = ${revision} and disabled_at is null) as generation,
           (select coalesce(json_agg(json_build_object('clientId', client_id, 'subject', subject, 'sessionId', session_id)
                                     order by written_in), '[]')
              from ended) as ended,
           (select count(*)::int from fresh) as events,
           (select extract(epoch from max(at))::float8 from fresh) as "newestAt"`)
}

/** Begins the feed in a database where no process has begun it. Its cursors have this value. */
export async function beginFeed(db: Database, epoch: string): Promise<void> {
  await db.query`
    insert into ended_feeds (feed, epoch) values ('sessions', ${epoch}) on conflict (feed) do nothing`
}
