import type { UnixSeconds } from '../../platform/clock.ts'
import type { TokenKey } from '../../platform/opaque-token.ts'
import { anyRow, type Database, firstRow } from '../../platform/postgres/database.ts'
import { arrayOf } from '../../platform/postgres/values.ts'
import type { GrantEndCause } from '../grant.ts'
import type { RefreshTokenKey } from '../refresh-token.ts'
import type { ConnectionKey } from './connections.ts'

/** The grant that a refresh token names, and whether the token is its current one. */
export interface NamedGrant {
  readonly clientId: string
  readonly scope: string
  readonly endedAt: UnixSeconds | null
  readonly expiresAt: UnixSeconds
  /** Whether the grant ever had refresh tokens. */
  readonly isRefreshable: boolean
  /** Whether the token is the grant's current one. */
  readonly isLiving: boolean
  /** When the token was spent. Null where that was longer ago than an access token is valid. */
  readonly spentAt: UnixSeconds | null
}

/**
 * Reads the grant that a refresh token names, and locks its row (`for update`) until the transaction ends. A second
 * statement reads when the token was spent: a rotation that had the lock has committed by then, so this statement sees
 * its rows.
 */
export async function lockGrant(tx: Database, token: RefreshTokenKey): Promise<NamedGrant | undefined> {
  const { citizenId, grantId, hash } = token
  const grant = await firstRow(tx.query<Omit<NamedGrant, 'spentAt'>>`
    select client_id as "clientId", scope, extract(epoch from ended_at)::bigint as "endedAt",
           extract(epoch from expires_at)::bigint as "expiresAt", refresh_hash is not null as "isRefreshable",
           coalesce(refresh_hash = ${hash}, false) as "isLiving"
      from grants where citizen_id = ${citizenId} and grant_id = ${grantId} for update`)
  if (!grant) return undefined
  const spent = await firstRow(tx.query<Pick<NamedGrant, 'spentAt'>>`
    select extract(epoch from max(issued_at))::bigint as "spentAt" from access_tokens
     where citizen_id = ${citizenId} and grant_id = ${grantId} and spent_refresh_hash = ${hash}`)
  return { ...grant, spentAt: spent?.spentAt ?? null }
}

/** The citizen whose grants end, and why. */
interface Ending {
  readonly citizenId: string
  readonly cause: GrantEndCause
  readonly now: UnixSeconds
}

/** Ends a grant with its tokens, in a transaction. False where it has ended, or never existed. */
export async function endGrant(
  tx: Database,
  { citizenId, grantId, cause, now }: Ending & { readonly grantId: string },
): Promise<boolean> {
  const ended = await tx.query<LockedGrant>`
    update grants set ended_at = to_timestamp(${now}), end_cause = ${cause}
     where citizen_id = ${citizenId} and grant_id = ${grantId} and ended_at is null
    returning grant_id as "grantId"`
  await deleteTokensOf(tx, citizenId, ended)
  return ended.length > 0
}

/**
 * Ends every grant of a citizen at a program, in a transaction. It locks the grants' rows by their ids, so that two
 * such statements cannot deadlock.
 */
export async function endClientGrants(
  tx: Database,
  { citizenId, clientId, cause, now }: Ending & { readonly clientId: string },
): Promise<void> {
  const locked = await tx.query<LockedGrant>`
    select grant_id as "grantId" from grants
     where citizen_id = ${citizenId} and client_id = ${clientId} and ended_at is null
     order by grant_id for update`
  await endLocked(tx, locked, { citizenId, cause, now })
}

/** Ends every grant of a citizen's sessions, in a transaction. Locks the grants' rows by their ids. */
export async function endSessionGrants(
  tx: Database,
  { citizenId, sessionIds, cause, now }: Ending & { readonly sessionIds: readonly string[] },
): Promise<void> {
  const locked = await tx.query<LockedGrant>`
    select grant_id as "grantId" from grants
     where citizen_id = ${citizenId} and session_id = any (${arrayOf(sessionIds)}::text::uuid[]) and ended_at is null
     order by grant_id for update`
  await endLocked(tx, locked, { citizenId, cause, now })
}

interface LockedGrant {
  readonly grantId: string
}

async function endLocked(
  tx: Database,
  locked: readonly LockedGrant[],
  { citizenId, cause, now }: Ending,
): Promise<void> {
  if (locked.length === 0) return
  await tx.query`
    update grants set ended_at = to_timestamp(${now}), end_cause = ${cause}
     where citizen_id = ${citizenId} and grant_id = any (${idsOf(locked)}::text::uuid[])`
  await deleteTokensOf(tx, citizenId, locked)
}

function idsOf(grants: readonly LockedGrant[]): string {
  return arrayOf(grants.map(({ grantId }) => grantId))
}

/**
 * A separate statement, after the one that ended the grants: a transaction that rotated one of their tokens has
 * committed by then, so its new access token is deleted, too.
 */
async function deleteTokensOf(tx: Database, citizenId: string, ended: readonly LockedGrant[]): Promise<void> {
  if (ended.length === 0) return
  await tx.query`
    delete from access_tokens
     where citizen_id = ${citizenId} and grant_id = any (${idsOf(ended)}::text::uuid[])`
}

/**
 * Ends one access token. True where it belonged to this client. Its row stays until it expires, under a hash that no
 * token has, because it says when a refresh token was spent.
 */
export async function revokeAccessToken(tx: Database, token: TokenKey, clientId: string): Promise<boolean> {
  return anyRow(tx.query`
    update access_tokens set token_hash = sha256(token_hash)
     where citizen_id = ${token.citizenId} and token_hash = ${token.hash} and client_id = ${clientId}
    returning grant_id`)
}

/**
 * Deletes the codes that a program has not exchanged. A transaction that is exchanging one has locked its row. This
 * statement waits for it, and then leaves the code with its grant.
 */
export async function deleteUnspentCodes(
  tx: Database,
  { citizenId, clientId }: ConnectionKey,
): Promise<void> {
  await tx.query`
    delete from authorization_codes
     where citizen_id = ${citizenId} and client_id = ${clientId} and spent_at is null`
}

/** Whether sessions of a citizen gave any grant: then a program knows them. */
export async function hasGrants(
  db: Database,
  citizenId: string,
  sessionIds: readonly string[],
): Promise<boolean> {
  return anyRow(db.query`
    select 1 as known from grants
     where citizen_id = ${citizenId} and session_id = any (${arrayOf(sessionIds)}::text::uuid[]) limit 1`)
}
