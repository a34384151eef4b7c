import { parseMigration } from '../../platform/postgres/migration.ts'

/** The link of a letter that gives an address back and was sent again. */
export const linksSentAgain = parseMigration(
  '0038-links-sent-again',
  `
-- The previous release neither sends such a letter nor knows its link: it opens with this one.
-- fits-from: 0031
alter table address_changes add column again_hash bytea;
comment on table address_changes is 'Portico 38';`,
)
