import type { Connection } from './connection.ts'
import { DatabaseUnavailable, type Layout } from './database.ts'

/**
 * Citus plans with the values of the parameters, because `citizen_id` says which server answers. So the plan that PostgreSQL
 * keeps for all values must not be forced.
 */
const PLANS_OF_DISTRIBUTED_TABLES = 'set plan_cache_mode = auto'

/** Some tables are distributed and others are not, so no statement is safe. */
export class HalfDistributed extends DatabaseUnavailable {}

/**
 * Reads where the rows are, in Citus's own list of distributed tables (`pg_dist_partition`). The table of the migrations is
 * distributed last.
 */
export async function readLayout(connection: Connection): Promise<Layout> {
  const [extension] = await connection.runText<{ there: boolean }>(
    "select to_regclass('pg_catalog.pg_dist_partition') is not null as there",
  )
  if (!extension?.there) return 'one-server'
  const [tables] = await connection.runText<{ some: boolean; all: boolean }>(
    `select coalesce(bool_or(relname = 'citizens' or relname = 'clients'), false) as some,
            coalesce(bool_or(relname = 'schema_migrations'), false) as all
       from pg_catalog.pg_dist_partition join pg_class on pg_class.oid = logicalrelid
      where relnamespace = current_schema()::regnamespace`,
  )
  if (tables?.all) return 'distributed'
  if (tables?.some)
    throw new HalfDistributed(
      'Only some tables are distributed: run `portico distribute` again, which goes on with the others.',
    )
  return 'one-server'
}

/** Reads where the rows are over a new connection, unless it is known, and makes the connection fit. */
export async function fitToLayout(
  connection: Connection,
  known?: Layout,
  plans: 'by values' | 'for all values' = 'by values',
): Promise<Layout> {
  try {
    connection.layout = known ?? (await readLayout(connection))
    if (connection.layout === 'distributed' && plans === 'by values')
      await connection.runText(PLANS_OF_DISTRIBUTED_TABLES)
    return connection.layout
  } catch (error) {
    connection.destroy()
    throw error
  }
}
