import { appendEvent, systemOrigin } from './audit/index.ts'
import { dropViews, renewConsoleViews } from './console-role/index.ts'
import { distributeNewTables } from './distribution/index.ts'
import { MIGRATIONS, SCHEMA } from './migrations.ts'
import { type DatabaseServer, openServer, type Progress } from './open-database.ts'
import { migrate } from './platform/postgres/migrate.ts'

/**
 * Brings the schema up to date, and writes an audit event. Returns the names of the applied migrations. Only
 * `portico migrate` and the launcher of developers (`npm start`) call it.
 */
export async function migrateDatabase(
  { address }: Pick<DatabaseServer, 'address'>,
  say: Progress,
): Promise<readonly string[]> {
  // A migration that fails leaves the tables as they were: the console goes on with them.
  const applied = await migrate(address, MIGRATIONS, { say, before: dropViews }).finally(() =>
    renewConsoleViews(address, SCHEMA.tables),
  )
  // Also where nothing was to apply: a run that was killed behind the last migration has left its tables on the coordinator.
  await distributeNewTables(address, SCHEMA, say)
  if (applied.length === 0) return applied
  const open = openServer(address)
  try {
    await appendEvent(open, {
      name: 'migrations-applied',
      origin: systemOrigin,
      details: { names: applied.join(' ') },
    })
  } finally {
    await Promise.all([open.db.close(), open.reads.close()])
  }
  return applied
}
