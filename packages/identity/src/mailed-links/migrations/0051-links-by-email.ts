import { parseMigration } from '../../platform/postgres/migration.ts'

/** Finds a link by the address that it was sent to, where no account has that address yet. */
export const linksByEmail = parseMigration(
  '0051-links-by-email',
  `
-- Only a supporter asks by address: about a registration, and about the new address of an account. The previous release uses the index of 0037 in the place of this one,
-- and goes on without it.
-- fits-from: 0031
-- needed: later
-- runs: statement by statement
drop index concurrently if exists mailed_links_by_email;
create index concurrently mailed_links_by_email on mailed_links (email) where email is not null;
drop index concurrently if exists mailed_links_by_registered_email;`,
)
