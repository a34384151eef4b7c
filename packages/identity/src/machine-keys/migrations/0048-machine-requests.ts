import { parseMigration } from '../../platform/postgres/migration.ts'

/** What machines order, by their idempotency keys. */
export const machineRequests = parseMigration(
  '0048-machine-requests',
  `
-- Which machine has asked for which step of which order, with its key in the request (decision 124). The previous release neither reads nor writes it.
-- fits-from: 0031
create table machine_requests (
  machine         text        not null,
  idempotency_key text        not null,
  request_hash    bytea       not null,
  order_id        uuid        not null,
  step            text        not null check (step in ('order', 'confirm')),
  key_added_at    timestamptz not null,
  asked_at        timestamptz not null,
  primary key (machine, idempotency_key)
);
comment on table machine_requests is 'Portico 48';
create index machine_requests_by_order on machine_requests (order_id);
create index machine_requests_by_time on machine_requests (asked_at);`,
)
