import type { CentralClaim, ClaimCentral, CommitCentral, SsoStore } from '../index.ts'
import type { Connection } from './connection.ts'
import { instant, sealedCentral } from './rows.ts'

type CentralSteps<Tx> = Pick<SsoStore<Tx>, 'claimCentral' | 'commitCentral'>

/** A lease that reaches this much further than ours would was written by a clock that went back since. */
const LEASE_AHEAD = `interval '1 minute'`

/** The lease on central work, and its fence; the database's clock alone says how old a check or a lease is. */
export function centralStatements<Tx>(db: Connection<Tx>, schema: string): CentralSteps<Tx> {
  return {
    claimCentral: (claim) => claimCentral(db, schema, claim),
    async commitCentral(c: CommitCentral) {
      const [row] = await db.query(
        `update ${schema}.sessions
            set central_checked_at = coalesce($3::timestamptz, central_checked_at),
                last_used_at = greatest(last_used_at, coalesce($3::timestamptz, last_used_at)),
                central_sealed = coalesce($4::bytea, central_sealed),
                central_key_id = coalesce($5::text, central_key_id),
                central_access_expires_at = coalesce($6::timestamptz, central_access_expires_at),
                lease_until = case when $7 > 0 then clock_timestamp() + $7 * interval '1 millisecond' end
          where id = $1 and fence = $2 and ended_at is null and lease_until is not null
         returning clock_timestamp() as at`,
        [
          c.sessionId,
          c.fence,
          c.checkedAt ?? null,
          c.tokens?.sealed ?? null,
          c.tokens?.keyId ?? null,
          c.tokens?.accessExpiresAt ?? null,
          c.leaseMs,
        ],
      )
      return row ? instant(row, 'at') : null
    },
  }
}

async function claimCentral<Tx>(
  db: Connection<Tx>,
  schema: string,
  { sessionId, staleMs, leaseMs }: ClaimCentral,
): Promise<CentralClaim> {
  const fresh = `central_checked_at > clock_timestamp() - $2 * interval '1 millisecond' and central_checked_at <= clock_timestamp()`
  const [won] = await db.query(
    `update ${schema}.sessions set lease_until = clock_timestamp() + $3 * interval '1 millisecond', fence = fence + 1
      where id = $1 and ended_at is null and not (${fresh})
        and (lease_until is null or lease_until < clock_timestamp()
             or lease_until > clock_timestamp() + $3 * interval '1 millisecond' + ${LEASE_AHEAD})
     returning fence, central_sealed, central_key_id, central_access_expires_at, central_sid, security_version,
               clock_timestamp() as at`,
    [sessionId, staleMs, leaseMs],
  )
  const central = won ? sealedCentral(won) : null
  if (won && central) return { kind: 'claimed', fence: Number(won['fence']), central, at: instant(won, 'at') }
  const [row] = await db.query(
    `select central_checked_at, ${fresh} as fresh, clock_timestamp() as at
       from ${schema}.sessions where id = $1 and ended_at is null`,
    [sessionId, staleMs],
  )
  if (!row) return { kind: 'gone' }
  if (row['fresh'] !== true) return { kind: 'busy' }
  return { kind: 'fresh', checkedAt: instant(row, 'central_checked_at'), at: instant(row, 'at') }
}
