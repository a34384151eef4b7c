import { parseMigration } from '../../platform/postgres/migration.ts'

/** The pages that refused and show a number. */
export const refusedRequests = parseMigration(
  '0052-refused-requests',
  `
-- Why a page refused, by the number that it shows (decision 129). The previous release neither reads nor writes it.
-- fits-from: 0031
create table refused_requests (
  request_id text        not null primary key,
  at         timestamptz not null,
  why        text        not null,
  page       text        not null,
  until      timestamptz
);
comment on table refused_requests is 'Portico 52';
create index refused_requests_by_time on refused_requests (at);`,
)
