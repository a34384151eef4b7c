import { parseMigration } from '../../platform/postgres/migration.ts'

/** The program that the caller of a page came from. */
export const programsOfRefusals = parseMigration(
  '0054-programs-of-refusals',
  `
-- The registered program of a page that refused (decision 129). The previous release neither reads nor writes it.
-- fits-from: 0031
alter table refused_requests add column client_id text;
comment on table refused_requests is 'Portico 54';`,
)
