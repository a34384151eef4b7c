-- The days (UTC) whose audit events are in a file that `portico audit export` has written: how many events, and the SHA-256 of
-- their lines. Only events of these days are ever deleted. `counted` is how many there were when the deletion began; where it
-- differs, events came late, and the day stays. The previous release neither reads nor writes it.
-- fits-from: 0011
create table audit_exports (
  day         date        not null primary key,
  events      bigint      not null,
  sha256      text        not null,
  exported_at timestamptz not null,
  counted     bigint,
  deleted_at  timestamptz
);
