import type { Tables } from '../platform/postgres/table.ts'

/** Keys that sign ID tokens. */
export const KEY_TABLES = {
  // The private half is sealed with PORTICO_SECRET_KEY. What a key does at an instant follows from signs_from of this key and of its successors;
  // published_until is set by an emergency rotation.
  signing_keys: {
    placement: 'copied',
    backup: 'kept',
    madeBy: `
create table signing_keys (
  kid             text        not null primary key,
  public_jwk      jsonb       not null,
  sealed_private  bytea       not null,
  created_at      timestamptz not null,
  signs_from      timestamptz not null,
  published_until timestamptz
);`,
  },
} satisfies Tables
