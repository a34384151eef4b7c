import { parseMigration } from '../../platform/postgres/migration.ts'

/** When the seal of a day arrived. */
export const closingsSent = parseMigration(
  '0056-closings-sent',
  `
-- When the closing hash of a day was delivered last, for the page of the audit in the console. The previous release neither reads nor writes it.
-- fits-from: 0031
alter table audit_destinations add column if not exists closed_at timestamptz;
comment on table audit_destinations is 'Portico 56';`,
)
