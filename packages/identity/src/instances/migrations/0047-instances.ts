import { parseMigration } from '../../platform/postgres/migration.ts'

/** The processes of the service, with their settings. */
export const instances = parseMigration(
  '0047-instances',
  `
-- The previous release neither reads nor writes the table.
-- fits-from: 0031
create table instances (
  instance_id uuid        not null primary key,
  host        text        not null,
  process_id  integer     not null,
  settings    jsonb       not null,
  started_at  timestamptz not null,
  seen_at     timestamptz not null
);
comment on table instances is 'Portico 47';
create index instances_by_seen on instances (seen_at);`,
)
