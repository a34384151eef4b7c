import type { CentralClaim, CommitCentral, SsoStore } from '../index.ts'
import type { Connection } from './connection.ts'
import { instant, sealedCentral } from './rows.ts'

type CentralSteps<Tx> = Pick<SsoStore<Tx>, 'claimCentral' | 'commitCentral'>

/** A check that lies this far ahead came from a clock that was wrong, and counts as no check. */
const AHEAD = `interval '5 seconds'`

/** A lease may reach this much further than ours would: clocks differ, and a lease that is believed too little is done twice. */
const LEASE_AHEAD = `interval '1 minute'`

/** The lease on central work, and its fence. */
export function centralStatements<Tx>(db: Connection<Tx>, schema: string): CentralSteps<Tx> {
  return {
    claimCentral: (claim) => claimCentral(db, schema, claim),
    async commitCentral(c: CommitCentral) {
      const rows = await db.query(
        `update ${schema}.sessions
            set central_checked_at = coalesce($3::timestamptz, central_checked_at),
                last_used_at = greatest(last_used_at, coalesce($3::timestamptz, last_used_at)),
                central_sealed = coalesce($4::bytea, central_sealed),
                central_key_id = coalesce($5::text, central_key_id),
                central_access_expires_at = coalesce($6::timestamptz, central_access_expires_at),
                lease_until = case when $7::boolean then null else lease_until end
          where id = $1 and fence = $2 and ended_at is null returning 1`,
        [
          c.sessionId,
          c.fence,
          c.checkedAt ?? null,
          c.tokens?.sealed ?? null,
          c.tokens?.keyId ?? null,
          c.tokens?.accessExpiresAt ?? null,
          c.release,
        ],
      )
      return rows.length > 0
    },
  }
}

async function claimCentral<Tx>(
  db: Connection<Tx>,
  schema: string,
  claim: Parameters<SsoStore<Tx>['claimCentral']>[0],
): Promise<CentralClaim> {
  const { sessionId, now, staleBefore } = claim
  const [won] = await db.query(
    `update ${schema}.sessions set lease_until = $4, fence = fence + 1
      where id = $1 and ended_at is null and (central_checked_at <= $3 or central_checked_at > $2::timestamptz + ${AHEAD})
        and (lease_until is null or lease_until < $2 or lease_until > $4::timestamptz + ${LEASE_AHEAD})
     returning fence, central_sealed, central_key_id, central_access_expires_at, central_sid, security_version, central_checked_at`,
    [sessionId, now, staleBefore, new Date(now.getTime() + claim.leaseMs)],
  )
  const central = won ? sealedCentral(won) : null
  if (won && central)
    return {
      kind: 'claimed',
      fence: Number(won['fence']),
      central,
      checkedAt: instant(won, 'central_checked_at'),
    }
  const [row] = await db.query(
    `select central_checked_at, central_checked_at > $2 and central_checked_at <= $3::timestamptz + ${AHEAD} as fresh
       from ${schema}.sessions where id = $1 and ended_at is null`,
    [sessionId, staleBefore, now],
  )
  if (!row) return { kind: 'gone' }
  return { kind: row['fresh'] === true ? 'fresh' : 'busy', checkedAt: instant(row, 'central_checked_at') }
}
