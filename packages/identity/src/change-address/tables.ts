import { BY_CITIZEN, type Tables } from '../platform/postgres/table.ts'

/** Changes of address (decision 55). */
export const CHANGE_TABLES = {
  // How the account was when its citizen asked, the hashes of the links in the letters to the old address, and when the next step is due. Whoever
  // stopped it after the backup would lose the address.
  address_changes: {
    placement: BY_CITIZEN,
    backup: 'left-out',
    madeBy: `
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
create index address_changes_by_next on address_changes (next_at);`,
  },
} satisfies Tables
