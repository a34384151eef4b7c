import type { UnixSeconds } from '../../platform/clock.ts'
import { type Database, firstRow } from '../../platform/postgres/database.ts'

/** A program that a citizen has allowed, as the citizen sees it. */
export interface Connection {
  readonly clientId: string
  readonly programName: string
  /** Space-separated. */
  readonly scope: string
  readonly connectedAt: UnixSeconds
  readonly lastEnteredAt: UnixSeconds
}

/** Remembers what a citizen allowed, added to what was allowed before; true when the connection is new. */
export async function saveConnection(
  tx: Database,
  connection: { readonly citizenId: string; readonly clientId: string; readonly scope: string },
  now: UnixSeconds,
): Promise<boolean> {
  const [saved] = await tx.query<{ isNew: boolean }>`
    insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
    values (${connection.citizenId}, ${connection.clientId}, ${connection.scope}, to_timestamp(${now}), to_timestamp(${now}))
    on conflict (citizen_id, client_id) do update
       set scope = (select string_agg(distinct word, ' ' order by word)
                      from unnest(string_to_array(connections.scope, ' ') || string_to_array(excluded.scope, ' ')) as w (word))
    returning xmax = 0 as "isNew"`
  return saved?.isNew ?? false
}

/** The programs that a citizen has allowed. Reads clients of the room below for their names. */
export async function listConnections(db: Database, citizenId: string): Promise<readonly Connection[]> {
  return db.query<Connection>`
    select k.client_id as "clientId", c.name as "programName", k.scope,
           extract(epoch from k.connected_at)::bigint as "connectedAt",
           extract(epoch from k.last_entered_at)::bigint as "lastEnteredAt"
      from connections k join clients c on c.client_id = k.client_id
     where k.citizen_id = ${citizenId} order by c.name, k.client_id`
}

/** Deletes what a citizen allowed a program; false when there was nothing. */
export async function deleteConnection(
  tx: Database,
  connection: { readonly citizenId: string; readonly clientId: string },
): Promise<boolean> {
  const removed = await tx.query`
    delete from connections where citizen_id = ${connection.citizenId} and client_id = ${connection.clientId}
    returning client_id`
  return removed.length > 0
}

/** Deletes everything that a citizen allowed. */
export async function deleteConnectionsOfCitizen(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from connections where citizen_id = ${citizenId}`
}

/** How many blocks of the database's files `connections` takes up. */
export async function countConnectionBlocks(db: Database): Promise<number> {
  const counted = await firstRow(db.query<{ blocks: number }>`
    select pg_relation_size('connections') / current_setting('block_size')::bigint as blocks`)
  return counted?.blocks ?? 0
}

/**
 * Deletes the connections of one client from a range of blocks; returns how many. It goes by blocks because no index finds
 * connections by client: an index that only this statement would read costs more at each connection than it is worth.
 */
export async function deleteConnectionsIn(
  db: Database,
  clientId: string,
  blocks: { readonly first: number; readonly behindLast: number },
): Promise<number> {
  const gone = await db.query`
    delete from connections
     where ctid >= ${`(${blocks.first},0)`}::tid and ctid < ${`(${blocks.behindLast},0)`}::tid
       and client_id = ${clientId}
    returning 1 as gone`
  return gone.length
}
