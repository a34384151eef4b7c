import type { Tables } from './table.ts'

/** The tables of the database's own history. Where `schema_migrations` is distributed, all tables are, so it is the last one. */
export const OWN_TABLES: Tables = {
  database_timelines: { placement: 'copied', backup: 'note' },
  migration_batches: { placement: 'copied', backup: 'note' },
  schema_migrations: { placement: 'copied', backup: 'note' },
}
