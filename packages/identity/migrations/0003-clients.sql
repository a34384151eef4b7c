-- Registered programs. Small, and read by every process; revision rises with every change, so that a process
-- that remembers a client notices in the same statement that answers a request.
create table clients (
  client_id                     text        not null primary key,
  name                          text        not null,
  redirect_uris                 text[]      not null,
  scope                         text        not null,
  confirmation                  text        not null check (confirmation in ('first-time', 'skip-first-time')),
  token_limit_per_minute        integer,
  introspection_limit_per_minute integer,
  revision                      integer     not null,
  created_at                    timestamptz not null,
  disabled_at                   timestamptz
);

create table client_secrets (
  client_id    text        not null,
  secret_id    text        not null,
  label        text        not null,
  secret_hash  bytea       not null,
  created_at   timestamptz not null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  primary key (client_id, secret_id)
);
