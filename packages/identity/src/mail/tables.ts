import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import type { Tables } from '../platform/postgres/table.ts'

/** How long a supporter can still tell that a letter was refused, after the browser that asked for it cannot any more. */
const TOLD_SECONDS = 3 * 24 * 60 * 60

/** Letters that wait to be sent, and those that were refused for good, or put off until they were too late. */
export const MAIL_TABLES = {
  // Written in the transaction that made the letter due. The content is sealed, because it holds a link; a row goes when its letter has been taken by the mail
  // server or is not worth sending any more. A backup that had them would send them twice.
  outbox: {
    placement: 'one-server',
    backup: 'left-out',
    madeBy: `
create table outbox (
  message_id      uuid        not null primary key,
  kind            text        not null,
  recipient       text        not null,
  sealed_content  bytea       not null,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  attempts        integer     not null default 0,
  next_attempt_at timestamptz not null
);
create index outbox_by_next_attempt on outbox (next_attempt_at);`,
  },
  // A restore brings no link back, so nobody waits for its letter.
  refused_letters: {
    placement: { by: 'asked_by' },
    backup: 'left-out',
    compared: ['asked_by'],
    purge: purgeExpired({ table: 'refused_letters', overAt: 'expires_at', keptSeconds: TOLD_SECONDS }),
  },
} satisfies Tables
