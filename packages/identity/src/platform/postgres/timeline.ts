import type { UnixSeconds } from '../clock.ts'
import { type Database, firstRow } from './database.ts'
import { isRefusal, isServerError } from './outage.ts'

/** The timeline that a primary writes now (PostgreSQL's manual, "Timelines"). It rises at every promotion. */
export interface ServerTimeline {
  /** The cluster of the server: a primary and its replicas have the same identifier. */
  readonly systemIdentifier: string
  readonly timeline: number
}

/**
 * The timeline of a server; undefined for a replica, and where the server does not tell it. The name of a WAL file begins with
 * the timeline. Unlike the one of the last checkpoint, it is right from the promotion on. Every role may ask.
 */
export async function findTimeline(db: Pick<Database, 'query'>): Promise<ServerTimeline | undefined> {
  const asked = db.query<ServerTimeline>`
    select seen.* from (
      select (select system_identifier::text from pg_control_system()) as "systemIdentifier",
             case when not pg_is_in_recovery()
                  then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int8 end as timeline) as seen
     where seen.timeline is not null`
  return firstRow(asked.catch(untold))
}

/** Some hosted servers refuse these functions. Then there is no fence, and nothing else changes. */
function untold(error: unknown): [] {
  if (!isRefusal(error)) throw error
  return []
}

/**
 * Stores that Portico writes this timeline, and returns the newest one that was ever stored for this cluster. With strict
 * synchronous replication an old primary cannot commit this.
 */
export async function storeTimeline(
  db: Pick<Database, 'query'>,
  { systemIdentifier, timeline }: ServerTimeline,
  now: UnixSeconds,
): Promise<number> {
  const stored = await firstRow(
    db.query<{ timeline: number }>`
    insert into database_timelines (system_identifier, timeline, written_at)
    values (${systemIdentifier}, ${timeline}, to_timestamp(${now}))
    on conflict (system_identifier) do update
       set timeline = greatest(database_timelines.timeline, excluded.timeline), written_at = excluded.written_at
    returning timeline`.catch(withoutTable),
  )
  return stored?.timeline ?? timeline
}

/** SQLSTATE undefined_table: an empty database, one of a development version, or a node of Citus that has no local tables of Portico. */
function withoutTable(error: unknown): [] {
  if (!isServerError(error) || error.code !== '42P01') throw error
  return []
}

/** The newest timeline that was ever stored for this cluster. */
export async function findStoredTimeline(
  db: Pick<Database, 'query'>,
  systemIdentifier: string,
): Promise<number | undefined> {
  const stored = await firstRow(
    db.query<{ timeline: number }>`
    select timeline from database_timelines where system_identifier = ${systemIdentifier}`.catch(
      withoutTable,
    ),
  )
  return stored?.timeline
}

/** Forgets a newer timeline, because an operator says that the server with this one is the right one. */
export async function acceptTimeline(
  db: Pick<Database, 'query'>,
  { systemIdentifier, timeline }: ServerTimeline,
): Promise<void> {
  await db.query`
    update database_timelines set timeline = ${timeline} where system_identifier = ${systemIdentifier}`
}

/** Forgets every stored timeline, and stores this one: the database went back in time, and its notes with it. */
export async function replaceTimelines(
  db: Pick<Database, 'query'>,
  seen: ServerTimeline | undefined,
  now: UnixSeconds,
): Promise<void> {
  await db.query`delete from database_timelines`
  if (seen) await storeTimeline(db, seen, now)
}

/**
 * The time of the last commit that the server replayed when it was recovered or promoted. Undefined where it has started
 * again since.
 */
export async function findReplayedUntil(db: Pick<Database, 'query'>): Promise<UnixSeconds | undefined> {
  const found = await firstRow(
    db.query<{ until: UnixSeconds | null }>`
      select extract(epoch from pg_last_xact_replay_timestamp())::bigint as until`,
  )
  return found?.until ?? undefined
}

/**
 * The moment to which the server was told to recover, from its settings (PostgreSQL's manual, "Recovery Target"). They stay
 * after the recovery, and copies of the server have them, too. Empty where there is none, and on a server that was recovered
 * to the end of its WAL.
 */
export async function findRecoveryTarget(db: Pick<Database, 'query'>): Promise<string> {
  const found = await firstRow(db.query<{ target: string }>`
    select concat_ws(' ', nullif(current_setting('recovery_target_time'), ''), nullif(current_setting('recovery_target_name'), ''),
                     nullif(current_setting('recovery_target_xid'), ''), nullif(current_setting('recovery_target_lsn'), ''),
                     nullif(current_setting('recovery_target'), '')) as target`)
  return found?.target ?? ''
}
