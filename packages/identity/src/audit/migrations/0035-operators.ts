import { parseMigration } from '../../platform/postgres/migration.ts'

/** Who did it, where an operator did. */
export const operators = parseMigration(
  '0035-operators',
  `
-- The name that an operator gave to a command, in the events of operators. The previous release neither reads nor writes it: what its commands
-- write has no name.
-- fits-from: 0031
alter table audit_events add column operator text;`,
)
