import { parseMigration } from '../../platform/postgres/migration.ts'

/** Which letters a mail server refused for good, for the browsers that asked for them. */
export const refusedLetters = parseMigration(
  '0033-refused-letters',
  `
-- That a letter was refused for good, by the hash of the link that only the browser has which asked for it (decision 93). There is no address in it. The
-- previous release neither reads nor writes it: its page after a request says nothing of a refusal.
-- fits-from: 0031
create table refused_letters (
  asked_by bytea not null,
  expires_at timestamptz not null,
  primary key (asked_by)
);
create index refused_letters_by_expiry on refused_letters (expires_at);
comment on table refused_letters is 'Portico 33';`,
)
