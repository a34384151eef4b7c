-- Removals of apps for codes that wait, because their citizens have lost them (decision 56): how the account was when its citizen
-- asked, when the next step is due (the reminder, then the removal), and when the apps go. And whether a passkey can be backed up at
-- all, which never changes; null for those that were made before. The previous release neither reads nor writes the table or the
-- column: a sign-in with a code at one of its processes stops no removal, and its passkeys get the value at their next use.
-- fits-from: 0011
create table app_removals (
  citizen_id       uuid        not null primary key,
  security_version integer     not null,
  password_mark    bytea       not null,
  asked_at         timestamptz not null,
  next_at          timestamptz not null,
  due_at           timestamptz not null
);
create index app_removals_by_next on app_removals (next_at);
alter table passkeys add column backup_eligible boolean;
