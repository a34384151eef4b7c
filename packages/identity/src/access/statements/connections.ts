import type { UnixSeconds } from '../../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../../platform/postgres/database.ts'

/** The primary key of a connection. */
export interface ConnectionKey {
  readonly citizenId: string
  readonly clientId: string
}

/** A program that a citizen has allowed, as the citizen sees it. */
export interface Connection {
  readonly clientId: string
  readonly programName: string
  /** Space-separated. */
  readonly scope: string
  readonly connectedAt: UnixSeconds
  readonly lastEnteredAt: UnixSeconds
}

/** Stores what a citizen has allowed, in addition to what was allowed before. True where the connection is new. */
export async function saveConnection(
  tx: Database,
  connection: ConnectionKey & { readonly scope: string },
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

/** Deletes the connection of a citizen with a program. False where there is none. */
export async function deleteConnection(
  tx: Database,
  { citizenId, clientId }: ConnectionKey,
): Promise<boolean> {
  return anyRow(tx.query`
    delete from connections where citizen_id = ${citizenId} and client_id = ${clientId}
    returning client_id`)
}

/** Deletes every connection of a citizen. */
export async function deleteConnectionsOfCitizen(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from connections where citizen_id = ${citizenId}`
}

/** The number of blocks in the files of the table `connections`. */
export async function countConnectionBlocks(db: Database): Promise<number> {
  const counted = await firstRow(db.query<{ blocks: number }>`
    select pg_relation_size('connections') / current_setting('block_size')::bigint as blocks`)
  return counted?.blocks ?? 0
}

/**
 * Deletes the connections of one client in a range of blocks. Returns how many. It searches by blocks, because no index
 * has the client: an index for this statement alone would cost more at each connection than it saves.
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
