import { parseMigration } from '../../platform/postgres/migration.ts'

/** Ways into the console without a sign-in, and the one use of each. */
export const breakGlass = parseMigration(
  '0045-break-glass',
  `
-- When nobody can sign in, whoever has the machine makes a code that opens the console once (decision 123). The previous release neither reads nor writes the tables.
-- fits-from: 0031
create table break_glass (
  citizen_id uuid        not null,
  glass_id   uuid        not null,
  code_hash  bytea       not null,
  security_version integer not null,
  made_at    timestamptz not null,
  ends_at    timestamptz not null,
  primary key (citizen_id, glass_id)
);
comment on table break_glass is 'Portico 45';
create index break_glass_by_end on break_glass (ends_at);
create table break_glass_uses (
  citizen_id   uuid        not null,
  glass_id     uuid        not null,
  code_hash    bytea       not null,
  session_hash bytea       not null,
  browser      text        not null,
  network      text        not null,
  used_at      timestamptz not null,
  ended_at     timestamptz,
  primary key (citizen_id, glass_id)
);
comment on table break_glass_uses is 'Portico 45';
create index break_glass_uses_by_session on break_glass_uses (session_hash);
create index break_glass_uses_by_use on break_glass_uses (used_at);`,
)
