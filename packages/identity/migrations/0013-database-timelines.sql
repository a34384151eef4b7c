-- The newest timeline that Portico has written in each cluster that these rows have been in. A server of the same cluster
-- with an older timeline is an old primary, and is refused. A new cluster has another identifier.
-- The previous release neither reads nor writes it.
-- fits-from: 0011
-- needed: later
create table database_timelines (
  system_identifier text        not null primary key,
  timeline          bigint      not null,
  written_at        timestamptz not null
);
