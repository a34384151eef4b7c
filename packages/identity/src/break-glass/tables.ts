import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { BY_CITIZEN, type Tables } from '../platform/postgres/table.ts'

/** So long it can be seen what there was. The audit has it for longer. */
const KEPT_SECONDS = 24 * 60 * 60

/** Another table in the schema of this one. */
const beside = (table: string, other: string) => table.slice(0, table.lastIndexOf('.') + 1) + other

/** Ways into the console without a sign-in (decision 123). After a restore none is open again. */
export const BREAK_GLASS_TABLES = {
  // For which operator a code was made, and until when it opens something.
  break_glass: {
    placement: BY_CITIZEN,
    backup: 'left-out',
    purge: purgeExpired({ table: 'break_glass', overAt: 'ends_at', keptSeconds: KEPT_SECONDS }),
  },
  // The one use of a code, with the browser and the network of its session.
  break_glass_uses: {
    placement: BY_CITIZEN,
    backup: 'left-out',
    compared: ['session_hash'],
    throughConsole: {
      insert: (table) => `
  if length(new.session_hash) <> 32 or length(concat(new.browser, new.network)) > 400 then return null; end if;
  insert into ${table} (citizen_id, glass_id, code_hash, session_hash, browser, network, used_at)
  select citizen_id, glass_id, code_hash, new.session_hash, new.browser, new.network, clock_timestamp()
    from ${beside(table, 'break_glass')}
   where citizen_id = new.citizen_id and glass_id = new.glass_id and code_hash = new.code_hash and ends_at > clock_timestamp()
  on conflict do nothing;
  if not found then return null; end if;`,
      update: (table) => `
  if old.ended_at is not null then return null; end if;
  update ${table} set ended_at = clock_timestamp()
   where citizen_id = old.citizen_id and glass_id = old.glass_id and ended_at is null;
  if not found then return null; end if;`,
    },
    purge: purgeExpired({ table: 'break_glass_uses', overAt: 'used_at', keptSeconds: KEPT_SECONDS }),
  },
} satisfies Tables
