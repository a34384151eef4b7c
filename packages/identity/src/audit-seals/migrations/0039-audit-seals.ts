import { parseMigration } from '../../platform/postgres/migration.ts'

/** The seals of the audit, and the index that finds what is not sealed yet. */
export const auditSeals = parseMigration(
  '0039-audit-seals',
  `
-- The previous release neither reads nor writes seals. The index has one entry for many pages: an insert writes nothing to it. An index that a run has left unfinished is made again.
-- fits-from: 0031
-- runs: statement by statement
create table if not exists audit_seals (
  number       bigint      not null,
  chain        text        not null,
  kind         text        not null,
  day          date        not null,
  events       integer     not null,
  event_ids    bytea       not null,
  digest       bytea       not null,
  first_at     timestamptz,
  last_at      timestamptz,
  history      text        not null,
  begun_below  bigint      not null,
  sealed_below bigint      not null,
  walked_at    timestamptz,
  walked_id    uuid,
  heads        text        not null,
  sealed_at    timestamptz not null,
  hash         bytea       not null,
  mac          bytea       not null,
  primary key (number, chain)
);
comment on table audit_seals is 'Portico 39';
drop index concurrently if exists audit_events_by_writing;
create index concurrently audit_events_by_writing on audit_events using brin ((written_in::text::bigint)) with (autosummarize = on);`,
)
