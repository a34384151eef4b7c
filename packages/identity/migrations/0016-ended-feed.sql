-- For the feed of ended sessions (decision 41). Each audit event remembers the transaction that wrote it, so that a reader can ask for
-- everything that was committed since a snapshot. It is a default, so events of the previous release have it, too; older events have
-- none, and the feed does not need them. `ended_feeds` has one row with a random value: whoever empties the table (a restore,
-- `portico after-recovery`) makes every cursor of before unknown.
-- fits-from: 0011
alter table audit_events add column written_in xid8;
alter table audit_events alter column written_in set default pg_current_xact_id();
create table ended_feeds (
  feed  text not null primary key,
  epoch uuid not null
);
