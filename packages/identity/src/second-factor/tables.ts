import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { BY_CITIZEN, type Tables } from '../platform/postgres/table.ts'

/**
 * Codes beside the password (decision 51). An app or a recovery code that a session with the password alone added can be trusted since it was added; one that
 * another key added, since that key (decision 60).
 */
export const CODE_TABLES = {
  // The sealed secret of each app, and the last step of 30 seconds whose code was accepted.
  authenticators: {
    placement: BY_CITIZEN,
    backup: 'kept',
    madeBy: `
create table authenticators (
  citizen_id       uuid        not null,
  authenticator_id uuid        not null,
  sealed_secret    bytea       not null,
  name             text        not null,
  last_step        bigint      not null,
  created_at       timestamptz not null,
  last_used_at     timestamptz,
  trusted_since    timestamptz,
  primary key (citizen_id, authenticator_id)
);`,
  },
  // The hashes of the codes that are left.
  recovery_codes: {
    placement: BY_CITIZEN,
    backup: 'kept',
    madeBy: `
create table recovery_codes (
  citizen_id    uuid        not null,
  code_hash     bytea       not null,
  trusted_since timestamptz,
  primary key (citizen_id, code_hash)
);`,
  },
  // That an account had an app whose citizen removed it as the last one.
  former_codes: {
    placement: BY_CITIZEN,
    backup: 'kept',
    madeBy: `
create table former_codes (
  citizen_id    uuid        not null primary key,
  trusted_since timestamptz not null,
  removed_at    timestamptz not null
);`,
  },
  // Sign-ins whose password was right and whose code is awaited.
  half_sign_ins: {
    placement: BY_CITIZEN,
    backup: 'left-out',
    purge: purgeExpired({ table: 'half_sign_ins', overAt: 'expires_at' }),
    madeBy: `
create table half_sign_ins (
  citizen_id       uuid        not null,
  ticket_hash      bytea       not null,
  security_version integer     not null,
  password_mark    bytea       not null,
  tries            integer     not null,
  expires_at       timestamptz not null,
  primary key (citizen_id, ticket_hash)
);
create index half_sign_ins_by_expiry on half_sign_ins (expires_at);`,
  },
  // Wrong codes of browsers that an account does not know (decision 61), for the password that the account has: a new one begins anew. No sign-in
  // takes away what others have counted.
  wrong_codes: {
    placement: BY_CITIZEN,
    backup: 'left-out',
    purge: purgeExpired({ table: 'wrong_codes', overAt: 'forget_at' }),
    madeBy: `
create table wrong_codes (
  citizen_id    uuid        not null primary key,
  password_mark bytea       not null,
  failures      integer     not null,
  forget_at     timestamptz not null
);
create index wrong_codes_by_end on wrong_codes (forget_at);`,
  },
} satisfies Tables
