import { parseMigration } from '../../platform/postgres/migration.ts'

/** Keys of machines that ask the API of the console, and how many wrong ones came from a network. */
export const machineKeys = parseMigration(
  '0046-machine-keys',
  `
-- A machine asks the API of the console with a key that has a role and an end (decision 124). The previous release neither reads nor writes the tables.
-- fits-from: 0031
create table machine_keys (
  name           text        not null primary key,
  key_hash       bytea       not null unique,
  role           text        not null check (role in ('reader', 'support', 'security', 'administrator')),
  added_by       text        not null,
  added_at       timestamptz not null,
  ends_at        timestamptz not null,
  last_used_at   timestamptz,
  last_used_from text
);
comment on table machine_keys is 'Portico 46';
create index machine_keys_by_end on machine_keys (ends_at);
create table machine_key_guesses (
  network  text        not null primary key,
  guesses  integer     not null,
  began_at timestamptz not null
);
comment on table machine_key_guesses is 'Portico 46';
create index machine_key_guesses_by_begin on machine_key_guesses (began_at);`,
)
