-- The citizen of an event, or the event's own id where it is about no citizen. On a distributed PostgreSQL, an event is stored
-- with the rows of its citizen. It is null in rows of releases that do not know it; `portico distribute` fills those.
-- fits-from: 0011
alter table audit_events add column filed_under uuid;
