import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import type { Tables } from '../platform/postgres/table.ts'

/** For so long the list shows a key that has ended. */
const SHOWN_SECONDS = 30 * 24 * 60 * 60

const HOUR_SECONDS = 60 * 60

/** For so long the same idempotency key gets the same order: as long as an order is kept. */
const TOLD_SECONDS = 24 * 60 * 60

/** How many wrong keys of a network are counted within an hour. A right key always passes: 256 random bits are not guessed, so that the bound is for what a guess writes. */
export const MOST_GUESSES = 30

/** How many networks are counted within an hour. Then wrong keys of further ones are refused without a trace: what strangers write has an end. */
export const MOST_NETWORKS = 200

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
  tried integer;
begin
  select k.name, k.role, k.ends_at into new.name, new.role, new.ends_at from ${table} k
   where k.key_hash = sha256(new.key_hash) and k.ends_at > clock_timestamp();
  if found then
    update ${table} k set last_used_at = clock_timestamp(), last_used_from = from_network
     where k.name = new.name and (k.last_used_at is null or k.last_used_at < clock_timestamp() - interval '1 minute');
  else
    select g.guesses into tried from ${beside(table, 'machine_key_guesses')} g where g.network = from_network and g.began_at > hour_ago;
    if tried >= ${MOST_GUESSES} then return null; end if;
    if tried is null and (select count(*) from (select from ${beside(table, 'machine_key_guesses')} g where g.began_at > hour_ago limit ${MOST_NETWORKS}) as all_of_them) >= ${MOST_NETWORKS} then return null; end if;
    insert into ${beside(table, 'machine_key_guesses')} as g (network, guesses, began_at) values (from_network, 1, clock_timestamp())
    on conflict (network) do update set guesses = case when g.began_at > hour_ago then g.guesses + 1 else 1 end,
                                        began_at = case when g.began_at > hour_ago then g.began_at else excluded.began_at end
     where g.began_at <= hour_ago or g.guesses < ${MOST_GUESSES};
    if not found then return null; end if;
  end if;
end;`,
    },
  },
  // Which machine has asked for which step of which order. The console writes it by its view, and only with the hash of the key of that machine, so that one which is broken into orders in the name of no machine whose key
  // has not come to it.
  machine_requests: {
    placement: 'one-server',
    backup: 'left-out',
    purge: purgeExpired({ table: 'machine_requests', overAt: 'asked_at', keptSeconds: TOLD_SECONDS }),
    throughConsole: {
      // `machine` is the hash that the console sends of the key. What comes back says by its step whether the idempotency key was there before, for the same request or another one.
      insert: (table) => `
declare
  key_name text;
  key_added timestamptz;
  former bytea;
begin
  if new.step not in ('order', 'confirm') or length(new.idempotency_key) > 200 or length(new.request_hash) <> 32 or new.machine !~ '^[0-9a-f]{64}$' then
    raise exception 'this is no request of a machine' using errcode = 'insufficient_privilege';
  end if;
  select k.name, k.added_at into key_name, key_added from ${beside(table, 'machine_keys')} k
   where k.key_hash = sha256(decode(new.machine, 'hex')) and k.ends_at > clock_timestamp();
  if not found then return null; end if;
  new.machine := key_name;
  insert into ${table} (machine, idempotency_key, request_hash, order_id, step, key_added_at, asked_at)
  values (key_name, new.idempotency_key, new.request_hash, new.order_id, new.step, key_added, clock_timestamp())
  on conflict (machine, idempotency_key) do nothing;
  if not found then
    select r.order_id, r.request_hash into new.order_id, former from ${table} r
     where r.machine = key_name and r.idempotency_key = new.idempotency_key;
    new.step := case when former = new.request_hash then 'again' else 'other' end;
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
