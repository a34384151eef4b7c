import { baselineOf, inOrder } from './platform/postgres/baseline.ts'
import type { Migration } from './platform/postgres/migration.ts'
import type { Schema } from './platform/postgres/schema.ts'
import { ROOMS, TABLES } from './rooms.ts'

/**
 * The tables of all rooms, in an empty database. A development database with the thirty files of before has the same tables, and views of three that
 * became `mailed_links`. Links that were in one of the three had no kind of their own; a new password ends them, as it ends those of `recovery`, and which kind a
 * link is says the value in it.
 */
const BASELINE = baselineOf(TABLES, '0031-baseline', {
  from: '0030-mailed-links.sql',
  text: `
drop view registrations;
drop view recovery_links;
drop view verification_links;
update mailed_links set kind = 'recovery' where kind = 'former';
delete from schema_migrations where name < '0031';`,
  madeBy: 'commit a72b9f68',
})

/** Every change of the schema, whichever room it is of. */
export const MIGRATIONS: readonly Migration[] = inOrder(
  BASELINE,
  ROOMS.flatMap(({ migrations }) => migrations ?? []),
)

/** What the rooms say about the database. */
export const SCHEMA: Schema = { tables: TABLES, migrations: MIGRATIONS }
