import { BY_CITIZEN, type Tables } from '../platform/postgres/table.ts'

/** Removals of apps for codes that wait, because their citizens have lost them (decision 56). */
export const REMOVAL_TABLES = {
  // How the account was when its citizen asked, when the next step is due (the reminder, then the removal), and when the apps go. Whoever stopped it after
  // the backup would lose the app.
  app_removals: {
    placement: BY_CITIZEN,
    backup: 'left-out',
    madeBy: `
create table app_removals (
  citizen_id       uuid        not null primary key,
  security_version integer     not null,
  password_mark    bytea       not null,
  asked_at         timestamptz not null,
  next_at          timestamptz not null,
  due_at           timestamptz not null
);
create index app_removals_by_next on app_removals (next_at);`,
  },
} satisfies Tables
