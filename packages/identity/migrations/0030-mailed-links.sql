-- Mailed links of every kind in one table (decision 78). `kind` is one of `mailed-links/link-kinds.ts`. A link of a registration has
-- the account that it will make; every other one has the security version of its citizen. `email` is the address that a link proves,
-- where that is not the one of the account. The links of the three tables of before stay valid. The previous release goes on with
-- views that have the names of those tables: its statements read and write the same rows. It does not say the kind of its links, so
-- those in `recovery_links` are of the kind 'former'. Its purges name `ctid`. On Citus no view can be written, so there its processes
-- mail no links until they are replaced: the table is distributed after the migration, and until then it is on the coordinator.
-- fits-from: 0011
create table mailed_links (
  citizen_id       uuid        not null,
  link_hash        bytea       not null,
  kind             text        not null,
  security_version integer,
  email            text,
  full_name        text,
  phone_number     text,
  language         text,
  code_hash        bytea,
  code_tries       integer     not null default 0,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  check ((kind = 'registration') = (security_version is null)),
  check (num_nonnulls(full_name, phone_number, language) = case when kind = 'registration' then 3 else 0 end),
  check (kind <> 'registration' or email is not null)
);

-- Nobody writes a link between its copy and the end of its table.
lock table registrations;
lock table recovery_links;
lock table verification_links;

insert into mailed_links (citizen_id, link_hash, kind, email, full_name, phone_number, language, code_hash, code_tries,
                          created_at, expires_at)
select citizen_id, link_hash, 'registration', email, full_name, phone_number, language, code_hash, code_tries, created_at,
       expires_at
  from registrations;
insert into mailed_links (citizen_id, link_hash, kind, security_version, email, code_hash, code_tries, created_at, expires_at)
select citizen_id, link_hash, 'former', security_version, new_email, code_hash, code_tries, created_at, expires_at
  from recovery_links;
insert into mailed_links (citizen_id, link_hash, kind, security_version, code_hash, code_tries, created_at, expires_at)
select citizen_id, link_hash, 'verification', security_version, code_hash, code_tries, created_at, expires_at
  from verification_links;
-- After the copy, which is faster so.
alter table mailed_links add primary key (citizen_id, link_hash);
create index mailed_links_by_expiry on mailed_links (expires_at);

drop table registrations;
drop table recovery_links;
drop table verification_links;

create view registrations as
select citizen_id, link_hash, email, full_name, phone_number, language, created_at, expires_at, code_hash, code_tries, kind, ctid
  from mailed_links
 where kind = 'registration';
alter view registrations alter column kind set default 'registration';
create view recovery_links as
select citizen_id, link_hash, security_version, created_at, expires_at, code_hash, code_tries, email as new_email, kind, ctid
  from mailed_links
 where kind not in ('registration', 'verification');
alter view recovery_links alter column kind set default 'former';
create view verification_links as
select citizen_id, link_hash, security_version, created_at, expires_at, code_hash, code_tries, kind, ctid
  from mailed_links
 where kind = 'verification';
alter view verification_links alter column kind set default 'verification';
