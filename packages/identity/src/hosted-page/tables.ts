import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import type { Tables } from '../platform/postgres/table.ts'

/** Answers to the forms of hosted pages, for a minute (decision 62): a form that is sent again gets the answer of the first. */
export const ANSWER_TABLES = {
  // `form` is an HMAC of the browser, the path and the page, `act` one of what was sent. `turn` says who answers it; `answer` is sealed, and null while it
  // is made. One may have a session cookie or an authorization code.
  answered_forms: {
    placement: { by: 'form' },
    backup: 'left-out',
    purge: purgeExpired({ table: 'answered_forms', overAt: 'expires_at' }),
    madeBy: `
create table answered_forms (
  form       bytea       not null primary key,
  act        bytea       not null,
  turn       uuid        not null,
  answer     bytea,
  expires_at timestamptz not null
);
create index answered_forms_by_expiry on answered_forms (expires_at);`,
  },
} satisfies Tables
