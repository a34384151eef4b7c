-- A grant holds its one living refresh token, and an access token says by itself what it hangs on. So a rotation changes
-- one row and adds one, and a look at an access token reads two: the token and its citizen. The tokens of before are
-- over: their bearers sign in again.
drop table refresh_tokens;
delete from access_tokens;

-- The hash of the living refresh token; null where the program has none.
alter table grants add column refresh_hash bytea;
-- Room on each page for the next version of its rows: a rotation changes no index then.
alter table grants set (fillfactor = 70);

-- Rows go with what they hang on: a grant that ends, itself or with its session, takes them along in its transaction.
alter table access_tokens add column session_id uuid not null;
alter table access_tokens add column security_version integer not null;
-- The hash of the refresh token that was spent for it; null where it was a code.
alter table access_tokens add column spent_refresh_hash bytea;

-- The grant comes to be when the code is exchanged.
alter table authorization_codes alter column grant_id drop not null;
