import { keyEventsByCitizen } from '../audit/index.ts'
import type { Session } from '../platform/postgres/session.ts'
import type { Placement } from '../platform/postgres/table.ts'
import { logCounters } from '../rate-limits/index.ts'
import { isWithCitizen } from './placement.ts'

/** What Citus says about this database. */
export interface Cluster {
  readonly hasExtension: boolean
  readonly isCoordinator: boolean
  readonly workers: number
}

/** A table of Portico, and how many rows PostgreSQL estimates. */
export interface FoundTable {
  readonly table: string
  readonly isDistributed: boolean
  readonly rows: number
}

/** Reads whether Citus is there, and whether this server is the coordinator, which alone may distribute tables. */
export async function findCluster(session: Session): Promise<Cluster> {
  const [extension] = await session.runText<{ there: boolean }>(
    "select exists (select from pg_extension where extname = 'citus') as there",
  )
  if (!extension?.there) return { hasExtension: false, isCoordinator: false, workers: 0 }
  const [cluster] = await session.runText<Omit<Cluster, 'hasExtension'>>(
    `select coalesce((select groupid = 0 from pg_dist_local_group), true) as "isCoordinator",
            (select count(*) from pg_dist_node where noderole = 'primary' and shouldhaveshards) as workers`,
  )
  return { hasExtension: true, isCoordinator: false, workers: 0, ...cluster }
}

/** The tables that are there, of these. */
export async function findTables(session: Session, tables: readonly string[]): Promise<FoundTable[]> {
  return session.runText<FoundTable>(
    `select relname as table, greatest(reltuples, 0)::bigint as rows,
            exists (select from pg_dist_partition where logicalrelid = pg_class.oid) as "isDistributed"
       from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any ($1)
      order by array_position($1, relname::text)`,
    [[...tables]],
  )
}

/** How many other connections of Portico are open to this database. */
export async function countOtherConnections(session: Session): Promise<number> {
  const [others] = await session.runText<{ connections: number }>(
    `select count(*) as connections from pg_stat_activity
      where datname = current_database() and application_name = 'portico' and pid <> pg_backend_pid()`,
  )
  return others?.connections ?? 0
}

/** What some tables need before Citus distributes them. It cannot move shards of unlogged tables while they are written. */
const PREPARATIONS: Readonly<Record<string, (session: Session) => Promise<unknown>>> = {
  audit_events: keyEventsByCitizen,
  rate_counters: logCounters,
}

/** Moves the rows of a table to their servers (Citus's manual, "Citus Utility Functions"). */
export async function placeTable(session: Session, table: string, placement: Placement): Promise<void> {
  await PREPARATIONS[table]?.(session)
  if (placement === 'copied') await session.runText('select create_reference_table($1::regclass)', [table])
  else if (placement === 'one-server')
    await session.runText("select create_distributed_table($1::regclass, null, colocate_with => 'none')", [
      table,
    ])
  else {
    // A part is read and written at the one server that has it.
    await session.runText('set local citus.shard_replication_factor = 1')
    const together = isWithCitizen(placement) && table !== 'citizens' ? 'citizens' : 'none'
    await session.runText('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
      table,
      placement.by,
      together,
    ])
  }
}

/** Deletes the rows that stay behind on the coordinator, where no statement reads them. */
export async function forgetLocalRows(session: Session, table: string): Promise<void> {
  await session.runText('select truncate_local_data_after_distributing_table($1::regclass)', [table])
}

/** Makes Citus use one connection to each server for all tables of this transaction (Citus's manual, "multi_shard_modify_mode"). */
export async function workInSequence(session: Session): Promise<void> {
  await session.runText("set local citus.multi_shard_modify_mode = 'sequential'")
}

/** Counts the rows of a table, wherever they are. */
export async function countRows(session: Session, table: string): Promise<number> {
  const [found] = await session.runText<{ rows: number }>(`select count(*)::int as rows from ${table}`)
  return found?.rows ?? 0
}
