import { parseMigration } from '../../platform/postgres/migration.ts'

/** The accounts whose password hash another system made. */
export const foreignHashes = parseMigration(
  '0034-foreign-hashes',
  `
-- The accounts whose hash another system made, sealed: how many there are, and by which keys, without reading the others. The previous release
-- takes such a hash for a wrong password, or answers with an error: bring citizens when every process is of this one.
-- fits-from: 0031
-- needed: later
-- runs: statement by statement
drop index concurrently if exists citizens_with_foreign_hash;
create index concurrently citizens_with_foreign_hash on citizens (citizen_id) where password_hash like '$foreign$%';`,
)
