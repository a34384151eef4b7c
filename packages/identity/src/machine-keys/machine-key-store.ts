import type { MachineKey } from '../moments/index.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'

/** Stores a key. False where another one has the name. */
export function insertKey(
  db: Database,
  {
    name,
    role,
    endsAt,
    keyHash,
    addedBy,
  }: Pick<MachineKey, 'name' | 'role' | 'endsAt'> & { keyHash: Buffer; addedBy: string },
): Promise<boolean> {
  return anyRow(db.query`
    insert into machine_keys (name, key_hash, role, added_by, added_at, ends_at)
    values (${name}, ${keyHash}, ${role}, ${addedBy}, now(), to_timestamp(${endsAt}))
    on conflict (name) do nothing returning name`)
}

/** Every key, by name. */
// plan: there are as many rows as keys of machines.
export function listKeys(db: Database): Promise<readonly MachineKey[]> {
  return db.query<MachineKey>`
    select name, role, added_by as "addedBy", extract(epoch from added_at)::bigint as "addedAt", extract(epoch from ends_at)::bigint as "endsAt",
           floor(extract(epoch from last_used_at))::bigint as "lastUsedAt", last_used_from as "lastUsedFrom", ends_at <= now() as "isOver"
      from machine_keys order by machine_keys.name`
}

/** Deletes a key. Undefined where there was none. */
export function deleteKey(tx: Database, name: string): Promise<MachineKey | undefined> {
  return firstRow(tx.query<MachineKey>`
    delete from machine_keys where name = ${name}
    returning name, role, added_by as "addedBy", extract(epoch from added_at at time zone 'UTC')::bigint as "addedAt",
              extract(epoch from ends_at at time zone 'UTC')::bigint as "endsAt",
              floor(extract(epoch from last_used_at at time zone 'UTC'))::bigint as "lastUsedAt", last_used_from as "lastUsedFrom",
              false as "isOver"`)
}

/**
 * Asks whose key it is, by the view of the console, whose table says so (`tables.ts`): the row has no name for a wrong key. Nothing where the network has tried too many. On the table itself it
 * stores nothing, because a key has a name.
 */
export function askWhose(
  views: Database,
  { hash, network }: { readonly hash: Buffer; readonly network: string },
): Promise<{ readonly name: string | null; readonly role: string | null } | undefined> {
  return firstRow(views.query<{ name: string | null; role: string | null }>`
    insert into machine_keys (key_hash, last_used_from) values (${hash}, ${network}) returning name, role`)
}
