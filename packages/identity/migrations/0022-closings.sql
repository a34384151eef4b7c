-- Accounts that their citizens want to close, and when that is due (decision 54). The previous release neither reads nor writes
-- the table. Its processes close no account that is due; those of this release do it.
-- fits-from: 0011
create table closings (
  citizen_id       uuid        not null primary key,
  security_version integer     not null,
  language         text        not null,
  asked_at         timestamptz not null,
  due_at           timestamptz not null
);
create index closings_by_due on closings (due_at);
