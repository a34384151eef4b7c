import { parseMigration } from '../../platform/postgres/migration.ts'

/** What a mail server said when it refused a letter for good, for supporters. */
export const refusedReplies = parseMigration(
  '0036-refused-replies',
  `
-- The codes of the reply alone: its words may have the address in them. The previous release writes none.
-- fits-from: 0031
alter table refused_letters add column reply text;
comment on table refused_letters is 'Portico 36';`,
)
