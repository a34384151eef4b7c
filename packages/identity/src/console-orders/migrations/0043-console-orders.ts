import { parseMigration } from '../../platform/postgres/migration.ts'

/** What operators order from the console. */
export const consoleOrders = parseMigration(
  '0043-console-orders',
  `
-- An act that an operator orders from the console, what it would do, and what became of it. The previous release neither reads nor writes it.
-- fits-from: 0031
create table console_orders (
  order_id     uuid        not null primary key,
  operator_id  uuid        not null,
  act          text        not null,
  who          text        not null,
  options      jsonb       not null,
  reason       text        not null,
  address      text        not null,
  request_id   text        not null,
  state        text        not null check (state in ('asked', 'trying', 'told', 'confirmed', 'running', 'done', 'refused')),
  answer       jsonb,
  asked_at     timestamptz not null,
  taken_at     timestamptz,
  confirmed_at timestamptz,
  ends_at      timestamptz not null
);
create index console_orders_to_take on console_orders (asked_at) where state in ('asked', 'confirmed');
create index console_orders_by_operator on console_orders (operator_id, asked_at);
create index console_orders_by_who on console_orders (who);
create index console_orders_by_end on console_orders (ends_at);
comment on table console_orders is 'Portico 43';`,
)
