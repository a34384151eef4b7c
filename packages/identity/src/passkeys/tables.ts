import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { BY_CITIZEN, type Tables } from '../platform/postgres/table.ts'

/** Passkeys of citizens (decision 45), and what was asked of them. */
export const PASSKEY_TABLES = {
  // backup_eligible: whether it can be backed up at all, which never changes; null until its next use for those that are older than the column. trusted_since: a
  // passkey that a session with the password alone added is as new as itself; one that another key added is as old as that key (decision 60).
  passkeys: {
    placement: BY_CITIZEN,
    backup: 'kept',
    madeBy: `
create table passkeys (
  citizen_id      uuid        not null,
  credential_id   bytea       not null,
  public_key      bytea       not null,
  counter         bigint      not null,
  transports      text        not null,
  name            text        not null,
  backed_up       boolean     not null,
  created_at      timestamptz not null,
  last_used_at    timestamptz,
  backup_eligible boolean,
  trusted_since   timestamptz,
  primary key (citizen_id, credential_id)
);`,
  },
  // When a citizen was last asked to add one.
  passkey_offers: {
    placement: BY_CITIZEN,
    backup: 'kept',
    madeBy: `
create table passkey_offers (
  citizen_id uuid        not null primary key,
  offered_at timestamptz not null
);`,
  },
  // The challenges that were answered, until they would have expired anyway, so that no answer counts twice.
  spent_challenges: {
    placement: { by: 'challenge_hash' },
    backup: 'left-out',
    purge: purgeExpired({ table: 'spent_challenges', overAt: 'expires_at' }),
    madeBy: `
create table spent_challenges (
  challenge_hash bytea       not null primary key,
  expires_at     timestamptz not null
);
create index spent_challenges_by_expiry on spent_challenges (expires_at);`,
  },
} satisfies Tables
