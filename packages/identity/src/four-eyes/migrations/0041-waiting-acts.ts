import { parseMigration } from '../../platform/postgres/migration.ts'

/** Acts of operators that wait for the consent of another one. */
export const waitingActs = parseMigration(
  '0041-waiting-acts',
  `
-- An act that an operator asked for, which is done when another operator consents. The previous release neither reads nor writes it: its acts do not wait.
-- fits-from: 0031
create table waiting_acts (
  number integer not null primary key,
  act text not null,
  citizen_id uuid not null,
  subject uuid not null,
  options jsonb not null,
  told jsonb not null,
  operator text not null,
  reason text not null,
  asked_at timestamptz not null,
  ends_at timestamptz not null
);
create index waiting_acts_by_citizen on waiting_acts (citizen_id);
create index waiting_acts_by_end on waiting_acts (ends_at);
comment on table waiting_acts is 'Portico 41';`,
)
