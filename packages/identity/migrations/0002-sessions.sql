-- A browser that is signed in. session_id is the `sid` that programs see; the cookie is kept as its hash alone.
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
  primary key (citizen_id, session_id)
);
create unique index sessions_by_cookie on sessions (citizen_id, cookie_hash);
create index sessions_by_expiry on sessions ((expires_at at time zone 'UTC'));

-- Browsers that have signed in to an account before: they are not announced by mail again, and guessing from
-- elsewhere does not slow them down.
create table known_devices (
  citizen_id    uuid        not null,
  device_hash   bytea       not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  primary key (citizen_id, device_hash)
);
create index known_devices_by_last_seen on known_devices (last_seen_at);
