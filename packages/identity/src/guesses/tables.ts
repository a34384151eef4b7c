import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { BY_CITIZEN, type Tables } from '../platform/postgres/table.ts'

/** Browsers that have signed in, and failures. All of them survive a crash and a failover: otherwise either would give as many guesses again. */
export const GUESS_TABLES = {
  // Browsers that have signed in to an account before: they are not announced by mail again, and guessing from elsewhere does not slow them
  // down. `failures` are those in a row in this browser; one with a hundred is like any stranger.
  known_devices: {
    placement: BY_CITIZEN,
    backup: 'kept',
    compared: ['device_hash'],
    madeBy: `
create table known_devices (
  citizen_id    uuid        not null,
  device_hash   bytea       not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  failures      integer     not null default 0,
  primary key (citizen_id, device_hash)
);
create index known_devices_by_last_seen on known_devices (last_seen_at);`,
  },
  // Wrong guesses, per account and place.
  sign_in_failures: {
    placement: { by: 'attempt_key' },
    backup: 'left-out',
    compared: ['attempt_key'],
    purge: purgeExpired({ table: 'sign_in_failures', overAt: 'forget_at' }),
    madeBy: `
create table sign_in_failures (
  attempt_key   bytea       not null primary key,
  failures      integer     not null,
  blocked_until timestamptz not null,
  forget_at     timestamptz not null
);
create index sign_in_failures_by_forget on sign_in_failures (forget_at);`,
  },
  // Wrong guesses at an address, in a row, from browsers that are new to its account or from any: above a hundred only browsers
  // that the account knows may try.
  guessed_addresses: {
    placement: { by: 'address_hash' },
    backup: 'left-out',
    compared: ['address_hash'],
    purge: purgeExpired({ table: 'guessed_addresses', overAt: 'forget_at' }),
    madeBy: `
create table guessed_addresses (
  address_hash bytea       not null primary key,
  failures     integer     not null,
  forget_at    timestamptz not null
);
create index guessed_addresses_by_forget on guessed_addresses (forget_at);`,
  },
} satisfies Tables
