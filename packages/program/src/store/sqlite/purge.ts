import type { EndedSession, PurgedBatch } from '../index.ts'
import { bytes, text } from '../rows.ts'
import { endEach } from './ending-statements.ts'
import { addRevocation } from './revocation-statements.ts'
import type { StoreNeeds } from './store-needs.ts'

/** Ended sessions and expired sign-ins stay for this time, so that a response can name the reason. */
const KEPT_MS = 86_400_000

interface Batch {
  readonly now: Date
  readonly limit: number
}

/** Purges one batch. Each kind of row has a transaction of its own, so that sign-ins get their turn in between. */
export async function purge(needs: StoreNeeds, { now, limit }: Batch): Promise<PurgedBatch> {
  const kept = new Date(now.getTime() - KEPT_MS)
  const clear = (statement: string, before: Date) =>
    needs.db.transaction(async (tx) => (await tx.query(statement, [before, limit])).length)
  const ended = await endExpired(needs, { now, limit })
  const counts = {
    pending: await clear(EXPIRED_PENDING, kept),
    handoffs: await clearHandoffs(needs, { now, limit }),
    spent: await clear(SPENT_OF_ENDED, kept),
    access: await clear(EXPIRED_ACCESS, kept),
    tickets: await clear(EXPIRED_TICKETS, now),
    throttle: await clear(OLD_THROTTLE, kept),
  }
  // The tokens of ended sessions are removed first, so that the cascade removes few rows.
  const sessions = counts.spent < limit ? await clear(ENDED_SESSIONS, kept) : 0
  const most = Math.max(ended.length, sessions, ...Object.values(counts))
  const { pending, handoffs, throttle } = counts
  return { pending, handoffs, sessions, throttle, ended, isDone: most < limit }
}

const EXPIRED_PENDING = `delete from sso_pending where state_hash in (
  select state_hash from sso_pending where expires_at <= $1 limit $2) returning 1`

const EXPIRED_ACCESS = `delete from sso_access_tokens where access_hash in (
  select access_hash from sso_access_tokens where expires_at <= $1 limit $2) returning 1`

const EXPIRED_TICKETS = `delete from sso_tickets where ticket_hash in (
  select ticket_hash from sso_tickets where expires_at <= $1 limit $2) returning 1`

const OLD_THROTTLE = `delete from sso_throttle where key in (
  select key from sso_throttle where window_start <= $1 limit $2) returning 1`

const SPENT_OF_ENDED = `delete from sso_spent_refresh where refresh_hash in (
  select t.refresh_hash from sso_spent_refresh t join sso_sessions s on s.id = t.session_id
   where s.ended_at <= $1 limit $2) returning 1`

const ENDED_SESSIONS = `delete from sso_sessions where id in (
  select id from sso_sessions where ended_at <= $1 limit $2) returning 1`

function endExpired(needs: StoreNeeds, { now, limit }: Batch): Promise<readonly EndedSession[]> {
  return needs.db.transaction(async (tx) => {
    const rows = await tx.query(
      `select id from sso_sessions where ended_at is null and expires_at <= $1 order by expires_at limit $2`,
      [now, limit],
    )
    const ids = rows.map((row) => text(row, 'id'))
    return endEach({ ...needs, tx }, ids, { cause: 'absolute_expiry', now })
  })
}

/** Removes expired handoffs, and puts the grants of unused ones on the list of revocations. */
function clearHandoffs(needs: StoreNeeds, { now, limit }: Batch): Promise<number> {
  return needs.db.transaction(async (tx) => {
    const rows = await tx.query(
      `delete from sso_handoffs where code_hash in (
         select code_hash from sso_handoffs where expires_at <= $1 limit $2) returning code_hash, sealed, key_id`,
      [now, limit],
    )
    for (const row of rows.filter((one) => one['sealed'] !== null)) {
      const origin = { kind: 'handoff', id: text(row, 'code_hash') } as const
      const [sealed, keyId] = [bytes(row, 'sealed'), text(row, 'key_id')]
      await addRevocation({ ...needs, tx }, { origin, sealed, keyId, createdAt: now })
    }
    return rows.length
  })
}
