-- Changes of address (decision 55): a link that proves a new address says which one, and a change that was proven waits before it is
-- carried out, and can be undone for some days after. The table has how the account was when its citizen asked, the hashes of the
-- links in the letters to the old address, and when the next step is due. The previous release neither reads nor writes the table
-- or the column: its processes carry out no change, and a recovery at one of them ends a change at the next step.
-- fits-from: 0011
alter table recovery_links add column new_email text;
create table address_changes (
  citizen_id       uuid        not null primary key,
  security_version integer     not null,
  password_mark    bytea       not null,
  old_email        text        not null,
  new_email        text        not null,
  is_proven        boolean     not null,
  stop_hash        bytea       not null,
  undo_hash        bytea,
  asked_at         timestamptz not null,
  next_at          timestamptz not null,
  done_at          timestamptz
);
create index address_changes_by_next on address_changes (next_at);
