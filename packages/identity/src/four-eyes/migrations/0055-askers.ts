import { parseMigration } from '../../platform/postgres/migration.ts'

/** The account of whoever asked for an act. */
export const askers = parseMigration(
  '0055-askers',
  `
-- The account of whoever asked from the console, whose name an administrator can change. The previous release neither reads nor writes it, and compares names.
-- fits-from: 0031
alter table waiting_acts add column operator_id uuid;
comment on table waiting_acts is 'Portico 55';`,
)
