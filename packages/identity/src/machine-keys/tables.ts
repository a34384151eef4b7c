import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import type { Tables } from '../platform/postgres/table.ts'

/** For so long the list shows a key that has ended. */
const SHOWN_SECONDS = 30 * 24 * 60 * 60

const HOUR_SECONDS = 60 * 60

/** How many wrong keys of a network are counted within an hour. A right key always passes: 256 random bits are not guessed, so that the bound is for what a guess writes. */
export const MOST_GUESSES = 30

/** Another table in the schema of this one. */
const beside = (table: string, other: string) => table.slice(0, table.lastIndexOf('.') + 1) + other

/** Keys of machines. A restore would let in again whoever was removed since the backup. */
export const MACHINE_KEY_TABLES = {
  // Which machine may ask the API of the console, with which role, until when, and when it was there last (decision 124). key_hash is SHA-256 of what the console sends, which is SHA-256 of the key.
  machine_keys: {
    placement: 'one-server',
    backup: 'left-out',
    purge: purgeExpired({ table: 'machine_keys', overAt: 'ends_at', keptSeconds: SHOWN_SECONDS }),
    throughConsole: {
      // Nothing is inserted: the row that comes back says whose key it is, has no name for a wrong key, and is none where the network has tried too many.
      insert: (table) => `
declare
  hour_ago timestamptz := clock_timestamp() - interval '${HOUR_SECONDS} seconds';
  from_network text := left(coalesce(new.last_used_from, ''), 100);
begin
  select k.name, k.role, k.ends_at into new.name, new.role, new.ends_at from ${table} k
   where k.key_hash = sha256(new.key_hash) and k.ends_at > clock_timestamp();
  if found then
    update ${table} k set last_used_at = clock_timestamp(), last_used_from = from_network
     where k.name = new.name and (k.last_used_at is null or k.last_used_at < clock_timestamp() - interval '1 minute');
  else
    insert into ${beside(table, 'machine_key_guesses')} as g (network, guesses, began_at) values (from_network, 1, clock_timestamp())
    on conflict (network) do update set guesses = case when g.began_at > hour_ago then g.guesses + 1 else 1 end,
                                        began_at = case when g.began_at > hour_ago then g.began_at else excluded.began_at end
     where g.began_at <= hour_ago or g.guesses < ${MOST_GUESSES};
    if not found then return null; end if;
  end if;
end;`,
    },
  },
  // How many wrong keys came from a network within an hour.
  machine_key_guesses: {
    placement: 'one-server',
    backup: 'left-out',
    purge: purgeExpired({ table: 'machine_key_guesses', overAt: 'began_at', keptSeconds: HOUR_SECONDS }),
  },
} satisfies Tables
