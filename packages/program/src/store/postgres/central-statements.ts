import type { CentralClaim, ClaimCentral, CommitCentral, SealedCentral, SsoStore } from '../index.ts'
import { flag, instant, number, sealedCentral, text } from '../rows.ts'
import { arrayLiteral } from './array-literal.ts'
import { coalesce } from './coalesce.ts'
import type { Connection, Row } from './connection.ts'

type CentralSteps<Tx> = Pick<SsoStore<Tx>, 'claimCentral' | 'commitCentral'>

const bySession = ({ sessionId }: { readonly sessionId: string }) => sessionId

/**
 * The lease on the central check, and its fence. The age of a check or a lease is measured only by the clock of the
 * database. Checks that run at the same time share their statements, and so one write to the WAL.
 */
export function centralStatements<Tx>(db: Connection<Tx>, schema: string): CentralSteps<Tx> {
  const claim = coalesce((claims: readonly ClaimCentral[]) => claimMany(db, schema, claims), bySession)
  const commit = coalesce((commits: readonly CommitCentral[]) => commitMany(db, schema, commits), bySession)
  return {
    claimCentral: claim,
    commitCentral: (found) =>
      found.tokens ? storeTokens(db, schema, { ...found, tokens: found.tokens }) : commit(found),
  }
}

/** A lease that ends later than a new one by more than this was written before the clock was set back. */
const LEASE_AHEAD = `interval '1 minute'`

/** Claims several sessions. A row that another statement has locked is skipped, and the caller tries again. */
async function claimMany<Tx>(
  db: Connection<Tx>,
  schema: string,
  claims: readonly ClaimCentral[],
): Promise<readonly CentralClaim[]> {
  const fresh = `s.central_checked_at > clock_timestamp() - a.stale_ms * interval '1 millisecond'
    and s.central_checked_at <= clock_timestamp()`
  const rows = await db.query(
    `with a as (select * from unnest($1::uuid[], $2::float8[], $3::float8[]) as a (id, stale_ms, lease_ms)),
     held as (
       select s.id, a.lease_ms from a join ${schema}.sessions s on s.id = a.id
        where s.ended_at is null and not (${fresh})
          and (s.lease_until is null or s.lease_until < clock_timestamp()
               or s.lease_until > clock_timestamp() + a.lease_ms * interval '1 millisecond' + ${LEASE_AHEAD})
          for no key update of s skip locked),
     won as (
       update ${schema}.sessions s
          set lease_until = clock_timestamp() + held.lease_ms * interval '1 millisecond', fence = s.fence + 1
         from held where s.id = held.id
       returning s.id, s.fence, s.central_sealed, s.central_key_id, s.central_access_expires_at, s.central_sid,
                 s.security_version)
     select a.id, won.fence, won.central_sealed, won.central_key_id, won.central_access_expires_at, won.central_sid,
            won.security_version, s.central_checked_at, ${fresh} as fresh, clock_timestamp() as at
       from a join ${schema}.sessions s on s.id = a.id and s.ended_at is null left join won on won.id = a.id`,
    [
      arrayLiteral(claims.map(({ sessionId }) => sessionId)),
      arrayLiteral(claims.map(({ staleMs }) => staleMs)),
      arrayLiteral(claims.map(({ leaseMs }) => leaseMs)),
    ],
  )
  const found = new Map(rows.map((row) => [text(row, 'id'), claimOf(row)]))
  return claims.map(({ sessionId }) => found.get(sessionId) ?? { kind: 'gone' })
}

function claimOf(row: Row): CentralClaim {
  const central = row['fence'] === null ? null : sealedCentral(row)
  const at = instant(row, 'at')
  if (central) return { kind: 'claimed', fence: number(row, 'fence'), central, at }
  if (!flag(row, 'fresh')) return { kind: 'busy' }
  return { kind: 'fresh', checkedAt: instant(row, 'central_checked_at'), at }
}

/** Commits several checks. It locks the rows in the order of their ids, so that two such statements never deadlock. */
async function commitMany<Tx>(
  db: Connection<Tx>,
  schema: string,
  commits: readonly CommitCentral[],
): Promise<readonly (Date | null)[]> {
  const rows = await db.query(
    `with a as (
       select * from unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::float8[]) as a (id, fence, checked_at, lease_ms)),
     held as (
       select s.id, a.checked_at, a.lease_ms from a join ${schema}.sessions s on s.id = a.id
        where s.fence = a.fence and s.ended_at is null and s.lease_until is not null
        order by s.id for no key update of s)
     update ${schema}.sessions s
        set central_checked_at = coalesce(held.checked_at, s.central_checked_at),
            last_used_at = greatest(s.last_used_at, held.checked_at),
            lease_until = case when held.lease_ms > 0 then clock_timestamp() + held.lease_ms * interval '1 millisecond' end
       from held where s.id = held.id returning s.id, clock_timestamp() as at`,
    [
      arrayLiteral(commits.map(({ sessionId }) => sessionId)),
      arrayLiteral(commits.map(({ fence }) => fence)),
      arrayLiteral(commits.map(({ checkedAt }) => checkedAt ?? null)),
      arrayLiteral(commits.map(({ leaseMs }) => leaseMs)),
    ],
  )
  const written = new Map(rows.map((row) => [text(row, 'id'), instant(row, 'at')]))
  return commits.map(({ sessionId }) => written.get(sessionId) ?? null)
}

/** Stores renewed tokens. A session does it about once in 15 minutes, so these commits are not coalesced. */
async function storeTokens<Tx>(
  db: Connection<Tx>,
  schema: string,
  { sessionId, fence, tokens, checkedAt, leaseMs }: CommitCentral & { readonly tokens: SealedCentral },
): Promise<Date | null> {
  const [row] = await db.query(
    `update ${schema}.sessions
        set central_sealed = $3, central_key_id = $4, central_access_expires_at = $5,
            central_checked_at = coalesce($6::timestamptz, central_checked_at),
            last_used_at = greatest(last_used_at, $6::timestamptz),
            lease_until = case when $7::float8 > 0 then clock_timestamp() + $7 * interval '1 millisecond' end
      where id = $1 and fence = $2 and ended_at is null and lease_until is not null
     returning clock_timestamp() as at`,
    [sessionId, fence, tokens.sealed, tokens.keyId, tokens.accessExpiresAt, checkedAt ?? null, leaseMs],
  )
  return row ? instant(row, 'at') : null
}
