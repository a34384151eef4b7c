import { parseMigration } from '../../platform/postgres/migration.ts'

/** The indexes by which a search finds the events with one name, and those of one request. */
export const auditSearches = parseMigration(
  '0058-audit-searches',
  `
-- A search for a rare event, or for a request, looked through all events. The events of every day, which a search finds among the newest, are not in the index of names: an insert of one
-- writes nothing to it. The numbers of requests rise in each process, so their index grows at few places. The previous release reads neither. An index that a run has left unfinished is
-- made again.
-- fits-from: 0031
-- needed: later
-- runs: statement by statement
drop index concurrently if exists audit_events_by_name;
create index concurrently audit_events_by_name on audit_events (name, at, event_id)
 where name not in ('program-entered', 'signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'grant-revoked', 'citizen-brought');
drop index concurrently if exists audit_events_by_request;
create index concurrently audit_events_by_request on audit_events (request_id) where request_id is not null;`,
)
