import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import type { Tables } from '../platform/postgres/table.ts'

/** For so long an operator can read what became of an order. */
const TOLD_SECONDS = 24 * 60 * 60

/**
 * So long an order waits for the service, and a process may take for it. Each statement of an act has a shorter deadline, and an operator who has given up waiting must not be
 * surprised.
 */
export const ANSWER_SECONDS = 2 * 60

/** What operators order from the console. */
export const ORDER_TABLES = {
  // Who orders which act on whom, why, what it would do, and what became of it (decision 119). A restored one would be carried out without its operator.
  console_orders: {
    placement: 'one-server',
    backup: 'left-out',
    purge: purgeExpired({ table: 'console_orders', overAt: 'ends_at', keptSeconds: TOLD_SECONDS }),
    throughConsole: {
      // An operator has one order under way. The clock of the database dates it, and it begins at its beginning, whatever the console says.
      insert: (table) => `
begin
  if length(concat(new.act, new.who, new.address, new.request_id)) > 1000 or length(new.reason) > 500 or pg_column_size(new.options) > 4096
     or jsonb_typeof(new.options) <> 'object' or jsonb_path_exists(new.options, '$.* ? (@.type() != "string")') then
    raise exception 'this is no order' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtext('portico orders of ' || new.operator_id));
  if exists (select 1 from ${table} where operator_id = new.operator_id and ends_at > clock_timestamp()
                and state in ('asked', 'trying', 'confirmed', 'running')
                and coalesce(confirmed_at, taken_at, asked_at) > clock_timestamp() - interval '${ANSWER_SECONDS} seconds') then
    return null;
  end if;
  insert into ${table} (order_id, operator_id, act, who, options, reason, address, request_id, state, asked_at, ends_at)
  values (new.order_id, new.operator_id, new.act, new.who, new.options, new.reason, new.address, new.request_id, 'asked', clock_timestamp(),
          clock_timestamp() + interval '1 hour');
end;`,
      // Nothing changes but that the operator has said yes to what the service told.
      update: (table) => `
begin
  update ${table} set state = 'confirmed', confirmed_at = clock_timestamp(), request_id = left(new.request_id, 100)
   where order_id = old.order_id and state = 'told' and new.state = 'confirmed' and ends_at > clock_timestamp();
  if not found then return null; end if;
end;`,
    },
  },
} satisfies Tables
