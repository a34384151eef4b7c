-- Passkeys of citizens (decision 45). `passkey_offers` says when a citizen was last asked to add one. `spent_challenges` has the
-- challenges that were answered, until they would have expired anyway, so that no answer counts twice. A session says how its
-- citizen proved who they are. The previous release neither reads nor writes any of it; the sessions that it starts began
-- with a password, as the default says.
-- fits-from: 0011
create table passkeys (
  citizen_id    uuid        not null,
  credential_id bytea       not null,
  public_key    bytea       not null,
  counter       bigint      not null,
  transports    text        not null,
  name          text        not null,
  backed_up     boolean     not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  primary key (citizen_id, credential_id)
);
create table passkey_offers (
  citizen_id uuid        not null primary key,
  offered_at timestamptz not null
);
create table spent_challenges (
  challenge_hash bytea       not null primary key,
  expires_at     timestamptz not null
);
create index spent_challenges_by_expiry on spent_challenges (expires_at);
alter table sessions add column proof text not null default 'password';
