import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import type { Tables } from '../platform/postgres/table.ts'

/** For so long an operator can read what became of an order. */
const TOLD_SECONDS = 24 * 60 * 60

/** What operators order from the console. */
export const ORDER_TABLES = {
  // Who orders which act on whom, why, what it would do, and what became of it (decision 119). A restored one would be carried out without its operator.
  console_orders: {
    placement: 'one-server',
    backup: 'left-out',
    purge: purgeExpired({ table: 'console_orders', overAt: 'ends_at', keptSeconds: TOLD_SECONDS }),
    throughConsole: {
      // The clock of the database dates it, and it begins at its beginning, whatever the console says.
      insert: (table) => `
begin
  insert into ${table} (order_id, operator_id, act, who, options, reason, address, request_id, state, asked_at, ends_at)
  values (new.order_id, new.operator_id, new.act, new.who, new.options, new.reason, new.address, new.request_id, 'asked', clock_timestamp(),
          clock_timestamp() + interval '1 hour');
end;`,
      // Nothing changes but that the operator has said yes to what the service told.
      update: (table) => `
begin
  update ${table} set state = 'confirmed', request_id = new.request_id
   where order_id = old.order_id and state = 'told' and new.state = 'confirmed' and ends_at > clock_timestamp();
  if not found then return null; end if;
end;`,
    },
  },
} satisfies Tables
