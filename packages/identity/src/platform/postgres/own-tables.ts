import type { Tables } from './table.ts'

/**
 * The tables of the database's own history. `migrate.ts` makes the notes about migrations before it applies one. Where `schema_migrations` is distributed, all
 * tables are, so it is the last one.
 */
export const OWN_TABLES: Tables = {
  // The newest timeline that Portico has written in each cluster that these rows have been in. A server of the same cluster with an older timeline is an old
  // primary, and is refused. A new cluster has another identifier.
  database_timelines: {
    placement: 'copied',
    backup: 'note',
    madeBy: `
create table database_timelines (
  system_identifier text        not null primary key,
  timeline          bigint      not null,
  written_at        timestamptz not null
);`,
  },
  migration_batches: { placement: 'copied', backup: 'note' },
  schema_migrations: { placement: 'copied', backup: 'note' },
}
