import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import type { Client } from './client.ts'
import { type ClientSecret, RETIRED } from './client-secret.ts'

/** A secret, and its client. */
export interface ClientSecretKey {
  readonly clientId: string
  readonly secretId: string
}

/** All secrets of a client, the oldest first, with the expired ones. */
export async function findClientSecrets(db: Database, clientId: string): Promise<readonly ClientSecret[]> {
  return db.query<ClientSecret>`
    select secret_id as "secretId", label, secret_hash as "secretHash",
           extract(epoch from created_at)::bigint as "createdAt", extract(epoch from expires_at)::bigint as "expiresAt",
           extract(epoch from last_used_at)::bigint as "lastUsedAt", extract(epoch from refused_at)::bigint as "refusedAt"
      from client_secrets where client_id = ${clientId} order by created_at, secret_id`
}

/** When each secret of these clients ends and was last used, without what it is compared with. */
export async function findSecretsOfClients(
  db: Database,
  clientIds: readonly string[],
): Promise<readonly (Pick<ClientSecret, 'expiresAt' | 'lastUsedAt'> & Pick<Client, 'clientId'>)[]> {
  return db.query<Pick<ClientSecret, 'expiresAt' | 'lastUsedAt'> & Pick<Client, 'clientId'>>`
    select client_id as "clientId", extract(epoch from expires_at)::bigint as "expiresAt", extract(epoch from last_used_at)::bigint as "lastUsedAt"
      from client_secrets where client_id = any(${arrayOf(clientIds)}::text[])`
}

/** What a secret proves: its client, at one revision. */
export type SecretWithClient = Pick<
  ClientSecret,
  'secretId' | 'secretHash' | 'expiresAt' | 'lastUsedAt' | 'refusedAt'
> &
  Pick<
    Client,
    'clientId' | 'revision' | 'tokenLimitPerMinute' | 'introspectionLimitPerMinute' | 'disabledAt'
  > & {
    /** When somebody last came as the client with a secret that it does not have; an hour has one note. */
    readonly wrongSecretAt: UnixSeconds | null
  }

/**
 * The secrets of a client, each with the client. One statement reads both: of two, one could read a secret before its
 * retirement and the other the revision after it.
 */
export async function findSecretsWithClient(
  db: Database,
  clientId: string,
): Promise<readonly SecretWithClient[]> {
  return db.query<SecretWithClient>`
    select secret_id as "secretId", secret_hash as "secretHash", extract(epoch from expires_at)::bigint as "expiresAt",
           extract(epoch from last_used_at)::bigint as "lastUsedAt", extract(epoch from refused_at)::bigint as "refusedAt", client_id as "clientId", revision, token_limit_per_minute as "tokenLimitPerMinute",
           introspection_limit_per_minute as "introspectionLimitPerMinute",
           extract(epoch from disabled_at)::bigint as "disabledAt", extract(epoch from wrong_secret_at)::bigint as "wrongSecretAt"
      from client_secrets join clients using (client_id) where client_id = ${clientId}`
}

/** Stores a new secret's hash. */
export async function insertClientSecret(
  tx: Database,
  clientId: string,
  secret: Omit<ClientSecret, 'lastUsedAt' | 'refusedAt'>,
): Promise<void> {
  await tx.query`
    insert into client_secrets (client_id, secret_id, label, secret_hash, created_at, expires_at)
    values (${clientId}, ${secret.secretId}, ${secret.label}, ${secret.secretHash},
            to_timestamp(${secret.createdAt}), to_timestamp(${secret.expiresAt}))`
}

/** Stores that a secret was used. A process whose note is late takes no newer one back. */
export async function touchClientSecret(
  db: Database,
  { clientId, secretId }: ClientSecretKey,
  now: UnixSeconds,
): Promise<void> {
  await db.query`
    update client_secrets set last_used_at = to_timestamp(${now})
     where client_id = ${clientId} and secret_id = ${secretId}
       and (last_used_at is null or last_used_at < to_timestamp(${now}))`
}

/** Stores that a secret was refused after its end. False where that was noted since this instant. */
export async function noteSecretRefused(
  tx: Database,
  { clientId, secretId }: ClientSecretKey,
  { now, unlessSince }: { readonly now: UnixSeconds; readonly unlessSince: UnixSeconds },
): Promise<boolean> {
  return anyRow(tx.query`
    update client_secrets set refused_at = to_timestamp(${now})
     where client_id = ${clientId} and secret_id = ${secretId}
       and (refused_at is null or refused_at <= to_timestamp(${unlessSince})) returning secret_id`)
}

/** Stores when a secret ends. False where there is none that has not ended: what has ended stays ended. */
export async function endClientSecretAt(
  tx: Database,
  { clientId, secretId }: ClientSecretKey,
  { now, expiresAt }: { readonly now: UnixSeconds; readonly expiresAt: UnixSeconds },
): Promise<boolean> {
  return anyRow(tx.query`
    update client_secrets set expires_at = to_timestamp(${expiresAt})
     where client_id = ${clientId} and secret_id = ${secretId}
       and (expires_at is null or expires_at > to_timestamp(${now})) returning secret_id`)
}

/** Stores that a secret is retired, also one that has an end. False where there is none, or it is retired already. */
export function retireStoredSecret(tx: Database, key: ClientSecretKey): Promise<boolean> {
  return endClientSecretAt(tx, key, { now: RETIRED, expiresAt: RETIRED })
}

/** Deletes the secrets of a client that ended before this instant. Those that an operator has retired stay as long as the client. */
export async function deleteSecretsEndedBefore(
  tx: Database,
  clientId: string,
  before: UnixSeconds,
): Promise<void> {
  await tx.query`
    delete from client_secrets
     where client_id = ${clientId} and expires_at > to_timestamp(${RETIRED}) and expires_at < to_timestamp(${before})`
}

/** Retires all secrets of a client that is removed. A new client with its id has not used them. */
export async function retireAllSecrets(tx: Database, clientId: string): Promise<void> {
  await tx.query`
    update client_secrets set expires_at = to_timestamp(${RETIRED}), last_used_at = null where client_id = ${clientId}`
}
