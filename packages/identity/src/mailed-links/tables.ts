import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { BY_CITIZEN, type Tables } from '../platform/postgres/table.ts'

/** How long a link is kept that nobody has used in time, so that a supporter can tell its citizen so. */
export const KEPT_UNUSED_SECONDS = 3 * 24 * 60 * 60

/** Mailed links, by their hashes (decision 78). */
export const LINK_TABLES = {
  // `kind` is one of `link-kinds.ts`, or one that another room brings. A link of a registration has the account that it will make; every other one has the security version of its citizen.
  // `email` is the address that a link proves, where that is not the one of the account. code_hash is an HMAC of the code of six digits beside the link
  // (decision 53), and code_tries how often it was tried.
  mailed_links: {
    placement: BY_CITIZEN,
    backup: 'left-out',
    compared: ['link_hash'],
    purge: purgeExpired({ table: 'mailed_links', overAt: 'expires_at', keptSeconds: KEPT_UNUSED_SECONDS }),
    meansUse: true,
    madeBy: `
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
  primary key (citizen_id, link_hash),
  check ((kind = 'registration') = (security_version is null)),
  check (num_nonnulls(full_name, phone_number, language) = case when kind = 'registration' then 3 else 0 end),
  check (kind <> 'registration' or email is not null)
);
create index mailed_links_by_expiry on mailed_links (expires_at);`,
  },
} satisfies Tables
