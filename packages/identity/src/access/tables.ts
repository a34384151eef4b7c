import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { BY_CITIZEN, type Tables } from '../platform/postgres/table.ts'

/** How long a spent code is kept, so that its replay ends what it gave. */
const CODE_MEMORY_SECONDS = 24 * 60 * 60

/** The clocks of two processes may differ. After this time every process sees the row as expired. */
const GRACE_SECONDS = 60

/**
 * Indexes by expiry serve cleaning up alone. They are on an expression, so that no statement of a hot path, which asks by primary
 * key and compares the expiry, can ever be planned through them.
 */
const AT_END = { overAt: 'expires_at', indexedInUtc: true } as const

/**
 * Sessions, connections, codes, grants and access tokens. What a client is given remembers the generation of the client that it was
 * given in: what is of another one is dead.
 */
export const ACCESS_TABLES = {
  // A browser that is signed in. session_id is the `sid` that programs see; the cookie is kept as its hash alone. `proof` says what its
  // citizen proved who they are with, and trusted_since is the instant of the key that opened it (decision 60).
  sessions: {
    placement: BY_CITIZEN,
    backup: 'left-out',
    purge: purgeExpired({ table: 'sessions', ...AT_END }),
    madeBy: `
create table sessions (
  citizen_id       uuid        not null,
  session_id       uuid        not null,
  cookie_hash      bytea       not null,
  security_version integer     not null,
  user_agent       text        not null,
  address          text        not null,
  started_at       timestamptz not null,
  authenticated_at timestamptz not null,
  last_seen_at     timestamptz not null,
  expires_at       timestamptz not null,
  ended_at         timestamptz,
  proof            text        not null default 'password',
  trusted_since    timestamptz,
  primary key (citizen_id, session_id)
);
create unique index sessions_by_cookie on sessions (citizen_id, cookie_hash);
create index sessions_by_expiry on sessions ((expires_at at time zone 'UTC'));`,
  },
  // What a citizen has allowed a program; ending the connection removes the row.
  connections: {
    placement: BY_CITIZEN,
    backup: 'kept',
    madeBy: `
create table connections (
  citizen_id      uuid        not null,
  client_id       text        not null,
  scope           text        not null,
  connected_at    timestamptz not null,
  last_entered_at timestamptz not null,
  primary key (citizen_id, client_id)
);`,
  },
  // The grant comes to be when the code is exchanged; until then grant_id is null. `proof` and `acr_values` are what its citizen proved who they are
  // with, and which classes of proof its program asked for (decision 49).
  authorization_codes: {
    placement: BY_CITIZEN,
    backup: 'left-out',
    purge: purgeExpired({ table: 'authorization_codes', keptSeconds: CODE_MEMORY_SECONDS, ...AT_END }),
    madeBy: `
create table authorization_codes (
  citizen_id        uuid        not null,
  code_hash         bytea       not null,
  grant_id          uuid,
  client_id         text        not null,
  session_id        uuid        not null,
  security_version  integer     not null,
  redirect_uri      text        not null,
  code_challenge    text        not null,
  nonce             text        not null,
  scope             text        not null,
  authenticated_at  timestamptz not null,
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  spent_at          timestamptz,
  wrong_verifiers   integer     not null default 0,
  client_generation integer     not null default 1,
  proof             text,
  acr_values        text,
  primary key (citizen_id, code_hash)
);
create index authorization_codes_by_expiry on authorization_codes ((expires_at at time zone 'UTC'));`,
  },
  // One sign-in of one citizen through one browser session at one client. It holds the hash of its one living refresh token; null where the program
  // has none. Each page has room for the next version of its rows: a rotation changes no index then.
  grants: {
    placement: BY_CITIZEN,
    backup: 'left-out',
    purge: purgeExpired({ table: 'grants', keptSeconds: GRACE_SECONDS, ...AT_END }),
    madeBy: `
create table grants (
  citizen_id        uuid        not null,
  grant_id          uuid        not null,
  client_id         text        not null,
  session_id        uuid        not null,
  security_version  integer     not null,
  scope             text        not null,
  authenticated_at  timestamptz not null,
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  ended_at          timestamptz,
  end_cause         text,
  refresh_hash      bytea,
  client_generation integer     not null default 1,
  primary key (citizen_id, grant_id)
) with (fillfactor = 70);
create index grants_by_expiry on grants ((expires_at at time zone 'UTC'));`,
  },
  // It says by itself what it hangs on, and goes with it: a grant that ends, itself or with its session, takes its tokens along in its transaction.
  // spent_refresh_hash is that of the refresh token that was spent for it; null where it was a code.
  access_tokens: {
    placement: BY_CITIZEN,
    backup: 'left-out',
    purge: purgeExpired({ table: 'access_tokens', keptSeconds: GRACE_SECONDS, ...AT_END }),
    madeBy: `
create table access_tokens (
  citizen_id         uuid        not null,
  token_hash         bytea       not null,
  grant_id           uuid        not null,
  client_id          text        not null,
  scope              text        not null,
  issued_at          timestamptz not null,
  expires_at         timestamptz not null,
  session_id         uuid        not null,
  security_version   integer     not null,
  spent_refresh_hash bytea,
  client_generation  integer     not null default 1,
  primary key (citizen_id, token_hash)
);
create index access_tokens_by_expiry on access_tokens ((expires_at at time zone 'UTC'));`,
  },
} satisfies Tables
