import type { RotatedRefresh, RotateRefresh, SessionRow } from '../index.ts'
import { instant, type Row, sessionRow, text } from '../rows.ts'
import { endSession } from './ending.ts'
import { addAccess, readSession, SESSION_COLUMNS } from './one-session.ts'
import type { Step, StoreNeeds } from './store-needs.ts'

/**
 * Rotates a refresh token. If several callers try at the same time, one rotates it and the others get the reason. The
 * session is looked for first and then locked by its id: all callers lock the same row first, so they do not deadlock.
 */
export async function rotateRefresh<Tx>(needs: StoreNeeds<Tx>, r: RotateRefresh): Promise<RotatedRefresh> {
  const { db } = needs
  const [found] = await db.query(
    `select id from sso_sessions where refresh_hash = $1
     union all select id from sso_sessions where prev_refresh_hash = $1
     union all select session_id from sso_spent_refresh where refresh_hash = $1`,
    [r.refreshHash],
  )
  if (!found) return { kind: 'refused' }
  return db.transaction((tx) => rotateLocked({ ...needs, tx }, text(found, 'id'), r))
}

/** A token that this session no longer has was used before: the search found it there. */
async function rotateLocked<Tx>(step: Step<Tx>, id: string, r: RotateRefresh): Promise<RotatedRefresh> {
  const { db, tx } = step
  const [row] = await db.query(
    `select ${SESSION_COLUMNS}, s.refresh_hash, s.prev_refresh_hash, s.prev_rotation_hash, s.prev_rotated_at
       from sso_sessions s where s.id = $1 and s.ended_at is null and s.expires_at > $2 for update`,
    [id, r.now],
    tx,
  )
  if (!row) return { kind: 'refused' }
  if (row['refresh_hash'] === r.refreshHash) {
    if (row['prev_refresh_hash'] !== null) await keepSpent(step, row, r.now)
    return { kind: 'rotated', session: await replaceTokens(step, id, r) }
  }
  const session = sessionRow(row)
  if (isRetry(row, r)) return { kind: 'repeated', session }
  await endSession(step, id, { cause: 'refresh_reuse', now: r.now })
  return { kind: 'reused', session: { ...session, endedCause: 'refresh_reuse' } }
}

function isRetry(row: Row, r: RotateRefresh): boolean {
  return (
    row['prev_refresh_hash'] === r.refreshHash &&
    r.rotationIdHash !== null &&
    row['prev_rotation_hash'] === r.rotationIdHash &&
    instant(row, 'prev_rotated_at').getTime() > r.now.getTime() - r.retryWindowMs
  )
}

async function keepSpent<Tx>({ db, tx }: Step<Tx>, row: Row, now: Date): Promise<void> {
  await db.execute(
    `insert into sso_spent_refresh (refresh_hash, session_id, spent_at) values ($1, $2, $3)`,
    [text(row, 'prev_refresh_hash'), text(row, 'id'), now],
    tx,
  )
}

async function replaceTokens<Tx>({ db, tx }: Step<Tx>, id: string, r: RotateRefresh): Promise<SessionRow> {
  await db.execute(
    `update sso_sessions
        set prev_refresh_hash = $5, prev_rotation_hash = $2, prev_rotated_at = $4, refresh_hash = $3,
            generation = generation + 1, last_used_at = $4
      where id = $1`,
    [id, r.rotationIdHash, r.next.refreshHash, r.now, r.refreshHash],
    tx,
  )
  await addAccess(db, id, r.next, tx)
  const session = await readSession(db, id, tx)
  if (!session) throw new Error('the locked session is gone')
  return session
}
