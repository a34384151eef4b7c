import { parseMigration } from '../../platform/postgres/migration.ts'

/** The index by which a search finds the events with one name. */
export const rareEvents = parseMigration(
  '0058-rare-events',
  `
-- A search for an event that is rare looked through all of them. The events of every day, which a search finds among the newest, are not in the index: an insert of one writes nothing
-- to it. The previous release does not read it. An index that a run has left unfinished is made again.
-- fits-from: 0031
-- needed: later
-- runs: statement by statement
drop index concurrently if exists audit_events_by_name;
create index concurrently audit_events_by_name on audit_events (name, at, event_id)
 where name not in ('program-entered', 'signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'grant-revoked', 'citizen-brought');`,
)
