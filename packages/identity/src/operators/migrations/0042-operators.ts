import { parseMigration } from '../../platform/postgres/migration.ts'

/** The operators of the console, and the index by which the audit finds what an operator did. */
export const consoleOperators = parseMigration(
  '0042-operators',
  `
-- The previous release neither reads nor writes operators. The index has the events of operators alone: an insert of any other event writes nothing to it. An index that a run
-- has left unfinished is made again.
-- fits-from: 0031
-- runs: statement by statement
create table if not exists operators (
  citizen_id uuid        not null primary key,
  name       text        not null,
  role       text        not null check (role in ('reader', 'support', 'security', 'administrator')),
  added_at   timestamptz not null
);
comment on table operators is 'Portico 42';
drop index concurrently if exists audit_events_by_operator;
create index concurrently audit_events_by_operator on audit_events (operator, at, event_id) where operator is not null;`,
)
