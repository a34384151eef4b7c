import type { RotatedRefresh, RotateRefresh, SessionRow } from '../index.ts'
import { sessionRow, text } from '../rows.ts'
import { endSession } from './ending-statements.ts'
import { SESSION_COLUMNS } from './session-columns.ts'
import type { StoreNeeds } from './store-needs.ts'
import type { SqliteTransaction } from './transaction.ts'

interface Step extends StoreNeeds {
  readonly tx: SqliteTransaction
}

/** Rotates a refresh token. If several callers try at the same time, one rotates it and the others get the reason. */
export async function rotateRefresh(step: Step, r: RotateRefresh): Promise<RotatedRefresh> {
  const [old] = await step.tx.query(
    `select id, prev_refresh_hash from sso_sessions where refresh_hash = $1 and ended_at is null and expires_at > $2`,
    [r.refreshHash, r.now],
  )
  if (!old) return classify(step, r)
  const id = text(old, 'id')
  if (old['prev_refresh_hash'] !== null)
    await keepSpent(step, { id, hash: text(old, 'prev_refresh_hash') }, r.now)
  return { kind: 'rotated', session: await replaceTokens(step, id, r) }
}

async function keepSpent(
  { tx }: Step,
  { id, hash }: { readonly id: string; readonly hash: string },
  now: Date,
): Promise<void> {
  await tx.query(`insert into sso_spent_refresh (refresh_hash, session_id, spent_at) values ($1, $2, $3)`, [
    hash,
    id,
    now,
  ])
}

async function replaceTokens({ tx, clock }: Step, id: string, r: RotateRefresh): Promise<SessionRow> {
  await tx.query(
    `update sso_sessions
        set prev_refresh_hash = refresh_hash, prev_rotation_hash = $2, prev_rotated_at = $4, refresh_hash = $3,
            generation = generation + 1, last_used_at = $4
      where id = $1`,
    [id, r.rotationIdHash, r.next.refreshHash, r.now],
  )
  await tx.query(`insert into sso_access_tokens (access_hash, session_id, expires_at) values ($1, $2, $3)`, [
    r.next.accessHash,
    id,
    r.next.accessExpiresAt,
  ])
  const [row = {}] = await tx.query(
    `select ${SESSION_COLUMNS}, $2 as read_at from sso_sessions s where s.id = $1`,
    [id, clock.now()],
  )
  return sessionRow(row)
}

/** Finds out why nothing was rotated: a retry, a second use, or no open session. */
async function classify(step: Step, r: RotateRefresh): Promise<RotatedRefresh> {
  const { tx, clock } = step
  const [row] = await tx.query(
    `select ${SESSION_COLUMNS}, $5 as read_at,
            coalesce(s.prev_refresh_hash = $1 and s.prev_rotation_hash = $2 and s.prev_rotated_at > $3, false) as is_retry
       from sso_sessions s
      where s.ended_at is null and s.expires_at > $4 and s.id = (
        select id from sso_sessions where prev_refresh_hash = $1
        union all select session_id from sso_spent_refresh where refresh_hash = $1 limit 1)`,
    [r.refreshHash, r.rotationIdHash, r.now.getTime() - r.retryWindowMs, r.now, clock.now()],
  )
  if (!row) return { kind: 'refused' }
  const session = sessionRow(row)
  if (row['is_retry'] === 1) return { kind: 'repeated', session }
  await endSession(step, session.id, { cause: 'refresh_reuse', now: r.now })
  return { kind: 'reused', session: { ...session, endedCause: 'refresh_reuse' } }
}
