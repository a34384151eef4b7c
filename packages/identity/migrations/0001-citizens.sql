-- Who a citizen is. Every row about a citizen sits under citizen_id, an internal random id that no program ever
-- sees; the subject is what programs see. No foreign keys: the same schema spreads over a distributed PostgreSQL.

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
  created_at          timestamptz not null
);
create index citizens_by_subject on citizens (subject);

-- Who owns an address. The primary key decides every race for it.
create table login_emails (
  email      text not null primary key,
  citizen_id uuid not null
);

-- A registration is not an account: it waits here, under its link, until a password is set.
create table registrations (
  citizen_id   uuid        not null,
  link_hash    bytea       not null,
  email        text        not null,
  full_name    text        not null,
  phone_number text        not null,
  language     text        not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  primary key (citizen_id, link_hash)
);
create index registrations_by_expiry on registrations (expires_at);

-- A link to a new password. It dies with the security version that it was born under.
create table recovery_links (
  citizen_id       uuid        not null,
  link_hash        bytea       not null,
  security_version integer     not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  primary key (citizen_id, link_hash)
);
create index recovery_links_by_expiry on recovery_links (expires_at);

-- A link that proves the address of an account anew.
create table verification_links (
  citizen_id       uuid        not null,
  link_hash        bytea       not null,
  security_version integer     not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  primary key (citizen_id, link_hash)
);
create index verification_links_by_expiry on verification_links (expires_at);
