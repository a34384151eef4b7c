import { parseMigration } from '../../platform/postgres/migration.ts'

/** How far the audit has been sent to each destination. */
export const auditDestinations = parseMigration(
  '0044-audit-destinations',
  `
-- The previous release sends the audit nowhere.
-- fits-from: 0031
create table if not exists audit_destinations (
  destination      text        not null primary key,
  version          bigint      not null,
  history          text        not null,
  walked_at        timestamptz,
  sent_transaction bigint      not null,
  sent_event       uuid        not null,
  reached_at       timestamptz not null,
  closed_day       date        not null,
  delivery_id      uuid,
  delivery_events  integer,
  delivery_day     date,
  due_at           timestamptz not null,
  attempts         integer     not null,
  faults           jsonb       not null,
  events           bigint      not null,
  delivered_id     uuid,
  delivered_at     timestamptz
);
comment on table audit_destinations is 'Portico 44';`,
)
