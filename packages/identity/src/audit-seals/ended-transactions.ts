import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'

/** The number below which every transaction of this server has ended, whatever this statement sees. */
export async function findHorizon(db: Database): Promise<number> {
  const found = await firstRow(db.query<{ ended: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as ended`)
  if (!found) throw new Error('PostgreSQL tells no snapshot')
  return found.ended
}

/** What the table of the events is: one that was made again, by a restore for example, has another number. */
export async function findTable(db: Database): Promise<string> {
  const found = await firstRow(
    db.query<{ table: string }>`select 'audit_events'::regclass::oid::text as table`,
  )
  return found?.table ?? ''
}

/** Whether an event has a number of a transaction that this server has not given yet: it comes from another one. */
// plan: its transaction plans no sequential scan (preferIndexes), so it reads the pages that audit_events_by_writing names.
export async function hasForeignNumbers(db: Database): Promise<boolean> {
  return anyRow(db.query`
    select 1 as there from audit_events
     where written_in::text::bigint >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint limit 1`)
}
