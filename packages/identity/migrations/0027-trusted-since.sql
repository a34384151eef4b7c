-- Since when what signs in beside the password can be trusted (decision 60): a passkey, an app or a recovery code that a session with the
-- password alone added is as new as itself; one that another key added is as old as that key. A session has the instant of the key that
-- opened it. `former_codes` keeps that an account had an app whose citizen removed it as the last one. The previous release neither
-- reads nor writes any of it: what it adds counts as new, and so does what its sessions add later.
-- fits-from: 0011
alter table passkeys add column trusted_since timestamptz;
alter table authenticators add column trusted_since timestamptz;
alter table recovery_codes add column trusted_since timestamptz;
alter table sessions add column trusted_since timestamptz;
create table former_codes (
  citizen_id    uuid        not null primary key,
  trusted_since timestamptz not null,
  removed_at    timestamptz not null
);
