import { parseMigration } from '../../platform/postgres/migration.ts'

/** Finds accounts by their name and by the end of their telephone number. */
export const searchByName = parseMigration(
  '0050-search-by-name',
  `
-- A supporter finds an account by its name or by the last eight digits of its telephone number (decision 128). The previous release does not ask so.
-- fits-from: 0031
-- needed: later
-- runs: statement by statement
drop index concurrently if exists citizens_by_name;
create index concurrently citizens_by_name on citizens (lower(full_name)) where full_name <> '';
drop index concurrently if exists citizens_by_phone;
create index concurrently citizens_by_phone on citizens (right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 8)) where phone_number <> '';`,
)
