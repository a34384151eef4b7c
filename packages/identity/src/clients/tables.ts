import type { Tables } from '../platform/postgres/table.ts'

/** Registered programs. The tables are small, and every process reads them. */
export const CLIENT_TABLES = {
  // The revision rises with every change, so that a process that remembers a client notices in the same statement that answers a request. The generation
  // rises when the client is disabled and when it is enabled: whatever an operator ends stays ended, on every process, by one row write.
  clients: {
    placement: 'copied',
    backup: 'kept',
    meansUse: true,
    madeBy: `
create table clients (
  client_id                      text        not null primary key,
  name                           text        not null,
  redirect_uris                  text[]      not null,
  scope                          text        not null,
  confirmation                   text        not null check (confirmation in ('first-time', 'skip-first-time')),
  token_limit_per_minute         integer,
  introspection_limit_per_minute integer,
  revision                       integer     not null,
  created_at                     timestamptz not null,
  disabled_at                    timestamptz,
  generation                     integer     not null default 1
);`,
  },
  client_secrets: {
    placement: 'copied',
    backup: 'kept',
    madeBy: `
create table client_secrets (
  client_id    text        not null,
  secret_id    text        not null,
  label        text        not null,
  secret_hash  bytea       not null,
  created_at   timestamptz not null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  primary key (client_id, secret_id)
);`,
  },
} satisfies Tables
