-- Codes beside the password (decision 51). `authenticators` has the sealed secret of each app, and the last step of 30 seconds whose
-- code was accepted. `recovery_codes` has the hashes of the codes that are left. `half_sign_ins` are sign-ins whose password was right
-- and whose code is awaited. The previous release asks for no code: until its last process has stopped, a password is enough there.
-- fits-from: 0011
create table authenticators (
  citizen_id       uuid        not null,
  authenticator_id uuid        not null,
  sealed_secret    bytea       not null,
  name             text        not null,
  last_step        bigint      not null,
  created_at       timestamptz not null,
  last_used_at     timestamptz,
  primary key (citizen_id, authenticator_id)
);
create table recovery_codes (
  citizen_id uuid  not null,
  code_hash  bytea not null,
  primary key (citizen_id, code_hash)
);
create table half_sign_ins (
  citizen_id       uuid        not null,
  ticket_hash      bytea       not null,
  security_version integer     not null,
  password_mark    bytea       not null,
  tries            integer     not null,
  expires_at       timestamptz not null,
  primary key (citizen_id, ticket_hash)
);
create index half_sign_ins_by_expiry on half_sign_ins (expires_at);
