import { parseMigration } from '../../platform/postgres/migration.ts'

/** Finds a registration that nobody has finished by its address. */
export const waitingRegistrations = parseMigration(
  '0037-waiting-registrations',
  `
-- Only a supporter asks by address. The previous release neither knows nor needs the index.
-- fits-from: 0031
create index mailed_links_by_registered_email on mailed_links (email) where kind = 'registration';
comment on table mailed_links is 'Portico 37';`,
)
