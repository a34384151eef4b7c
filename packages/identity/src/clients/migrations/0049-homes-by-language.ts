import { parseMigration } from '../../platform/postgres/migration.ts'

/** Where citizens go on with a program in their languages. */
export const homesByLanguage = parseMigration(
  '0049-homes-by-language',
  `
-- The pages of a program that citizens go back to in other languages than that of \`home\`. The previous release neither reads nor writes them: its citizens go
-- back to \`home\`.
-- fits-from: 0031
alter table clients add column homes jsonb not null default '{}';`,
)
