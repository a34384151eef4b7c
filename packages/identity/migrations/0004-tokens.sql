-- Indexes by expiry serve cleaning up alone. They are on an expression, so that no statement of a hot path, which asks by
-- primary key and compares the expiry, can ever be planned through them.

-- One sign-in of one citizen through one browser session at one client; codes and tokens belong to it.
create table grants (
  citizen_id       uuid        not null,
  grant_id         uuid        not null,
  client_id        text        not null,
  session_id       uuid        not null,
  security_version integer     not null,
  scope            text        not null,
  authenticated_at timestamptz not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  ended_at         timestamptz,
  end_cause        text,
  primary key (citizen_id, grant_id)
);
create index grants_by_expiry on grants ((expires_at at time zone 'UTC'));

-- What a citizen has allowed a program; ending the connection removes the row.
create table connections (
  citizen_id       uuid        not null,
  client_id        text        not null,
  scope            text        not null,
  connected_at     timestamptz not null,
  last_entered_at  timestamptz not null,
  primary key (citizen_id, client_id)
);

create table authorization_codes (
  citizen_id       uuid        not null,
  code_hash        bytea       not null,
  grant_id         uuid        not null,
  client_id        text        not null,
  session_id       uuid        not null,
  security_version integer     not null,
  redirect_uri     text        not null,
  code_challenge   text        not null,
  nonce            text        not null,
  scope            text        not null,
  authenticated_at timestamptz not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  spent_at         timestamptz,
  wrong_verifiers  integer     not null default 0,
  primary key (citizen_id, code_hash)
);
create index authorization_codes_by_expiry on authorization_codes ((expires_at at time zone 'UTC'));

create table access_tokens (
  citizen_id uuid        not null,
  token_hash bytea       not null,
  grant_id   uuid        not null,
  client_id  text        not null,
  scope      text        not null,
  issued_at  timestamptz not null,
  expires_at timestamptz not null,
  primary key (citizen_id, token_hash)
);
create index access_tokens_by_expiry on access_tokens ((expires_at at time zone 'UTC'));

create table refresh_tokens (
  citizen_id uuid        not null,
  token_hash bytea       not null,
  grant_id   uuid        not null,
  issued_at  timestamptz not null,
  expires_at timestamptz not null,
  spent_at   timestamptz,
  primary key (citizen_id, token_hash)
);
-- At most one live refresh token per grant, whatever races.
create unique index refresh_tokens_one_live on refresh_tokens (citizen_id, grant_id) where spent_at is null;
create index refresh_tokens_by_expiry on refresh_tokens ((expires_at at time zone 'UTC'));
