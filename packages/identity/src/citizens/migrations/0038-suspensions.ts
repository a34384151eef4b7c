import { parseMigration } from '../../platform/postgres/migration.ts'

/** Since when, why and until when accounts are suspended. */
export const suspensions = parseMigration(
  '0038-suspensions',
  `
-- A suspension with an end is over at that time, whether or not anything deletes its row. The previous release neither reads nor writes it: for it every
-- suspension lasts until somebody reinstates. Suspend and reinstate with the commands of this release.
-- fits-from: 0031
create table suspensions (
  citizen_id uuid not null primary key,
  since timestamptz not null,
  cause text not null,
  ends_at timestamptz
);
create index suspensions_by_end on suspensions (ends_at);
comment on table suspensions is 'Portico 38';`,
)
