import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import type { Client, ClientRegistration } from './client.ts'
import { namesOf } from './program.ts'

/** Finds a client, disabled or not. */
export async function findClient(db: Database, clientId: string): Promise<Client | undefined> {
  return firstRow(db.query<Client>`
    select client_id as "clientId", name, names, home, homes, to_json(redirect_uris) as "redirectUris", scope, confirmation,
           token_limit_per_minute as "tokenLimitPerMinute",
           introspection_limit_per_minute as "introspectionLimitPerMinute", revision, generation,
           extract(epoch from created_at)::bigint as "createdAt", extract(epoch from disabled_at)::bigint as "disabledAt"
      from clients where client_id = ${clientId}`)
}

/** Whether a client has this revision and is not disabled. */
export async function isCurrentClient(
  db: Database,
  { clientId, revision }: Pick<Client, 'clientId' | 'revision'>,
): Promise<boolean> {
  return anyRow(db.query`
    select 1 as current from clients
     where client_id = ${clientId} and revision = ${revision} and disabled_at is null`)
}

/** All clients, the oldest first. */
export async function listClients(db: Database): Promise<readonly Client[]> {
  return db.query<Client>`
    select client_id as "clientId", name, names, home, homes, to_json(redirect_uris) as "redirectUris", scope, confirmation,
           token_limit_per_minute as "tokenLimitPerMinute",
           introspection_limit_per_minute as "introspectionLimitPerMinute", revision, generation,
           extract(epoch from created_at)::bigint as "createdAt", extract(epoch from disabled_at)::bigint as "disabledAt"
      from clients order by created_at, client_id`
}

/** Some clients by their ids, those after this one; `''` for the first. */
export async function findClientsAfter(
  db: Database,
  after: string,
  most: number,
): Promise<readonly Pick<Client, 'clientId' | 'name' | 'disabledAt'>[]> {
  return db.query<Pick<Client, 'clientId' | 'name' | 'disabledAt'>>`
    select client_id as "clientId", name, extract(epoch from disabled_at)::bigint as "disabledAt"
      from clients where client_id > ${after} order by client_id limit ${most}`
}

/** The names of all clients in all languages, as citizens see them. */
export async function listClientNames(db: Database): Promise<readonly string[]> {
  const clients = await db.query<Pick<Client, 'name' | 'names'>>`select name, names from clients`
  return clients.flatMap(namesOf)
}

/** Lets nobody else change a client until the transaction is over. Requests still read all of them. */
export async function lockClients(tx: Database): Promise<void> {
  await tx.query`lock table clients in share row exclusive mode`
}

/** Stores a new client. */
export async function insertClient(tx: Database, client: Client): Promise<void> {
  await tx.query`
    insert into clients (client_id, name, names, home, homes, redirect_uris, scope, confirmation, token_limit_per_minute,
                         introspection_limit_per_minute, revision, generation, created_at, disabled_at)
    values (${client.clientId}, ${client.name}, ${JSON.stringify(client.names)}::text::jsonb, ${client.home}, ${JSON.stringify(client.homes)}::text::jsonb,
            ${arrayOf(client.redirectUris)}::text::text[], ${client.scope},
            ${client.confirmation}, ${client.tokenLimitPerMinute}, ${client.introspectionLimitPerMinute},
            ${client.revision}, ${client.generation}, to_timestamp(${client.createdAt}), to_timestamp(${client.disabledAt}))`
}

/** Stores an operator's changes, unless the client has changed since that revision. Returns whether it did. */
export async function updateClient(
  tx: Database,
  { clientId, revision }: Pick<Client, 'clientId' | 'revision'>,
  decided: ClientRegistration,
): Promise<boolean> {
  return anyRow(tx.query`
    update clients
       set name = ${decided.name}, names = ${JSON.stringify(decided.names)}::text::jsonb, home = ${decided.home},
           homes = ${JSON.stringify(decided.homes)}::text::jsonb, redirect_uris = ${arrayOf(decided.redirectUris)}::text::text[], scope = ${decided.scope},
           confirmation = ${decided.confirmation}, token_limit_per_minute = ${decided.tokenLimitPerMinute},
           introspection_limit_per_minute = ${decided.introspectionLimitPerMinute}, revision = revision + 1
     where client_id = ${clientId} and revision = ${revision}
    returning client_id`)
}

/** Raises the revision, because a secret was added or retired. False where there is no such client. */
export async function raiseClientRevision(tx: Database, clientId: string): Promise<boolean> {
  return anyRow(tx.query`
    update clients set revision = revision + 1 where client_id = ${clientId} returning client_id`)
}

/** Disables the client: every endpoint refuses it, and all its grants and tokens end. False where it is disabled already. */
export async function disableClient(tx: Database, clientId: string, now: UnixSeconds): Promise<boolean> {
  return anyRow(tx.query`
    update clients set disabled_at = to_timestamp(${now}), revision = revision + 1, generation = generation + 1
     where client_id = ${clientId} and disabled_at is null returning client_id`)
}

/**
 * Enables a disabled client. False where it is not disabled. The generation rises once more, because the previous
 * release disables without raising it.
 */
export async function enableClient(tx: Database, clientId: string): Promise<boolean> {
  return anyRow(tx.query`
    update clients set disabled_at = null, revision = revision + 1, generation = generation + 1
     where client_id = ${clientId} and disabled_at is not null returning client_id`)
}

/**
 * Stores that somebody came with a secret that the client does not have. False where that was noted since this instant, or the client is disabled. A
 * note later than `unlessAfter` is of a clock that ran ahead, and is replaced.
 */
export async function noteWrongSecretAt(
  tx: Database,
  clientId: string,
  { now, unlessSince, unlessAfter }: Readonly<Record<'now' | 'unlessSince' | 'unlessAfter', UnixSeconds>>,
): Promise<boolean> {
  return anyRow(tx.query`
    update clients set wrong_secret_at = to_timestamp(${now})
     where client_id = ${clientId} and disabled_at is null
       and (wrong_secret_at is null or wrong_secret_at <= to_timestamp(${unlessSince})
            or wrong_secret_at > to_timestamp(${unlessAfter})) returning client_id`)
}

/** Deletes a client. Its grants and tokens have ended with it, and are deleted when they expire. */
export async function deleteClient(tx: Database, clientId: string): Promise<boolean> {
  return anyRow(tx.query`delete from clients where client_id = ${clientId} returning client_id`)
}
