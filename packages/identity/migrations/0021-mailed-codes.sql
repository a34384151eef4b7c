-- A code of six digits beside a mailed link (decision 53): an HMAC of it, and how often it was tried. The previous release
-- neither reads nor writes them; the links that it makes have no code.
-- fits-from: 0011
alter table registrations add column code_hash bytea;
alter table registrations add column code_tries integer not null default 0;
alter table recovery_links add column code_hash bytea;
alter table recovery_links add column code_tries integer not null default 0;
alter table verification_links add column code_hash bytea;
alter table verification_links add column code_tries integer not null default 0;
