import { BY_CITIZEN, type Tables } from '../platform/postgres/table.ts'

/**
 * Every row about a citizen sits under citizen_id, an internal random id that no program ever sees; the subject is what programs see. No foreign
 * keys: the same schema spreads over a distributed PostgreSQL.
 */
export const CITIZEN_TABLES = {
  // Who a citizen is. The language is a tag; '' where nobody has chosen one yet (decision 52).
  citizens: {
    placement: BY_CITIZEN,
    backup: 'kept',
    meansUse: true,
    madeBy: `
create table citizens (
  citizen_id          uuid        not null primary key,
  subject             uuid        not null,
  email               text        not null,
  email_verified      boolean     not null,
  full_name           text        not null,
  phone_number        text        not null,
  standing            text        not null check (standing in ('active', 'suspended', 'closed')),
  security_version    integer     not null,
  password_hash       text        not null,
  password_changed_at timestamptz not null,
  created_at          timestamptz not null,
  language            text        not null default ''
);
create index citizens_by_subject on citizens (subject);`,
  },
  // Who owns an address. The primary key decides every race for it. An address that a citizen has changed stays reserved for as long as the change
  // can be undone (decision 55): the row itself says until when, so that a reservation also ends where nothing deletes it.
  login_emails: {
    placement: { by: 'email' },
    backup: 'kept',
    madeBy: `
create table login_emails (
  email          text        not null primary key,
  citizen_id     uuid        not null,
  reserved_until timestamptz
);`,
  },
  // Since when, why and until when an account is suspended. One that is suspended without a row is so until somebody ends it.
  suspensions: {
    placement: BY_CITIZEN,
    backup: 'kept',
  },
} satisfies Tables
