-- Wrong codes of browsers that an account does not know (decision 61), for the password that the account has: a new one begins anew. No sign-in takes
-- away what others have counted. The previous release neither reads nor writes the table: wrong codes at its processes are not counted here.
-- fits-from: 0011
create table wrong_codes (
  citizen_id    uuid        not null primary key,
  password_mark bytea       not null,
  failures      integer     not null,
  forget_at     timestamptz not null
);
create index wrong_codes_by_end on wrong_codes (forget_at);
