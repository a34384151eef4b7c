-- All tables of this program. The schema `sso` belongs to @portico/program.
-- This file may be run several times.

create table if not exists accounts (
  id                uuid primary key,
  name              text not null,
  email             text not null,           -- contact data: not a key, and not unique
  password_hash     text,                    -- null: the citizen signs in centrally
  is_permit_officer boolean not null default false,  -- only a command sets it, no claim does
  created_at        timestamptz not null
);

-- Chosen at the identity service; null where it said none.
alter table accounts add column if not exists language text;

-- An address must be unique only if it is a login name.
create unique index if not exists accounts_login on accounts (email) where password_hash is not null;
create index if not exists accounts_email on accounts (email);

-- The sign-in that this program had before.
create table if not exists old_sessions (
  id         uuid primary key,
  account_id uuid not null references accounts,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index if not exists old_sessions_account on old_sessions (account_id);
create index if not exists old_sessions_expiry on old_sessions (expires_at);

create table if not exists permits (
  id         uuid primary key,
  account_id uuid not null references accounts,
  plate      text not null,
  zone       text not null,
  status     text not null default 'applied' check (status in ('applied', 'granted', 'refused')),
  applied_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references accounts,
  check ((status = 'applied') = (decided_at is null))
);
create index if not exists permits_account on permits (account_id, applied_at desc);
create index if not exists permits_waiting on permits (applied_at) where status = 'applied';

-- A car has one application or permit per zone at a time.
create unique index if not exists permits_open on permits (account_id, plate, zone) where status <> 'refused';
