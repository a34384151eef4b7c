import { type HomeFacts, homeOf } from '../../clients/index.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import { anyRow, countRows, type Database, firstRow } from '../../platform/postgres/database.ts'
import { selectValues, type ValuePart, valuePart } from '../../platform/postgres/select-values.ts'

/** The primary key of a connection. */
export interface ConnectionKey {
  readonly citizenId: string
  readonly clientId: string
}

/** A program that a citizen has allowed, as the citizen sees it. */
export interface Connection {
  readonly clientId: string
  readonly programName: string
  /** The page of the program where the citizen goes on. Undefined for a disabled one: nobody can sign in there. */
  readonly programHome: string | undefined
  /** Space-separated. */
  readonly scope: string
  readonly connectedAt: UnixSeconds
  readonly lastEnteredAt: UnixSeconds
}

/**
 * Stores what a citizen has allowed, in addition to what was allowed before, in a transaction. True where the connection is
 * new. Race: of two first permissions, one inserts the row, and the other waits for it and adds to it.
 */
export async function saveConnection(
  tx: Database,
  { citizenId, clientId, scope }: ConnectionKey & { readonly scope: string },
  now: UnixSeconds,
): Promise<boolean> {
  const isNew = await anyRow(tx.query`
    insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
    values (${citizenId}, ${clientId}, ${scope}, to_timestamp(${now}), to_timestamp(${now}))
    on conflict (citizen_id, client_id) do nothing returning client_id`)
  if (isNew) return true
  const before = await firstRow(tx.query<{ scope: string }>`
    select scope from connections where citizen_id = ${citizenId} and client_id = ${clientId} for update`)
  const words = new Set([...(before?.scope.split(' ') ?? []), ...scope.split(' ')])
  await tx.query`
    update connections set scope = ${[...words].sort().join(' ')}
     where citizen_id = ${citizenId} and client_id = ${clientId}`
  return false
}

/** A row of `Connection`, whose home may be that of its redirect URIs. */
export type ConnectionRow = Omit<Connection, 'programHome'> & HomeFacts & { readonly isDisabled: boolean }

/** Whose connections, and in which language the programs have their names. */
interface ConnectionsQuestion {
  readonly citizenId: string
  readonly language: string
}

/** The programs that a citizen has allowed, with their names in a language. */
export async function listConnections(
  db: Database,
  asked: ConnectionsQuestion,
): Promise<readonly Connection[]> {
  const [rows] = await selectValues<[readonly ConnectionRow[]]>(db, [connectionsPart(asked)])
  return readConnections(rows)
}

/** The same, as a part of a statement. Reads clients of the room below for the names. */
export const connectionsPart = ({ citizenId, language }: ConnectionsQuestion): ValuePart => valuePart`
  select coalesce(json_agg(found order by "programName", "clientId"), '[]')
    from (select k.client_id as "clientId", coalesce(c.names ->> ${language}, c.name) as "programName", c.home,
                 c.homes ->> ${language} as "homeInLanguage", c.redirect_uris as "redirectUris", c.disabled_at is not null as "isDisabled", k.scope,
                 extract(epoch from k.connected_at)::bigint as "connectedAt",
                 extract(epoch from k.last_entered_at)::bigint as "lastEnteredAt"
            from connections k join clients c on c.client_id = k.client_id
           where k.citizen_id = ${citizenId}) found`

/** Reads what that part found. */
export function readConnections(rows: readonly ConnectionRow[]): readonly Connection[] {
  return rows.map(({ home, homeInLanguage, redirectUris, isDisabled, ...row }) => ({
    ...row,
    programHome: isDisabled ? undefined : homeOf({ home, homeInLanguage, redirectUris }),
  }))
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

/** Deletes the connections of one client on every server of a distributed database. Returns how many. */
// plan: a client is removed once.
export async function deleteConnectionsOnEachServer(db: Database, clientId: string): Promise<number> {
  return countRows(db.query`delete from connections where client_id = ${clientId} returning 1 as gone`)
}
