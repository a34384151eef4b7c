import { parseMigration } from '../../platform/postgres/migration.ts'

/** Where citizens go on with a program, and what it is called in their languages. */
export const programHomes = parseMigration(
  '0032-program-homes',
  `
-- The page of a program that citizens go back to, and its name in other languages than that of \`name\`. The previous release neither reads nor
-- writes them: its clients have no home of their own, and one name.
-- fits-from: 0031
alter table clients add column home text, add column names jsonb not null default '{}';`,
)
