import { BY_CITIZEN, type Tables } from '../platform/postgres/table.ts'

/** Accounts that their citizens want to close (decision 54). */
export const CLOSING_TABLES = {
  // When that is due. Whoever kept the account after the backup would lose it.
  closings: {
    placement: BY_CITIZEN,
    backup: 'left-out',
    madeBy: `
create table closings (
  citizen_id       uuid        not null primary key,
  security_version integer     not null,
  asked_at         timestamptz not null,
  due_at           timestamptz not null
);
create index closings_by_due on closings (due_at);`,
  },
} satisfies Tables
