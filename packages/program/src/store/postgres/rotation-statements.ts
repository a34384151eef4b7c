import type { RotatedRefresh, RotateRefresh, SessionRow } from '../index.ts'
import { flag, sessionRow } from '../rows.ts'
import { addAccess, SESSION_COLUMNS } from '../statements/index.ts'
import type { Target } from './common-statements.ts'
import { endSessions } from './ending-statement.ts'

/** Rotates a refresh token. If several callers try at the same time, one rotates it and the others get the reason. */
export function rotateRefresh<Tx>(target: Target<Tx>, r: RotateRefresh): Promise<RotatedRefresh> {
  return target.db.transaction(async (tx) => {
    const session = await rotate({ ...target, tx }, r)
    return session ? { kind: 'rotated', session } : classify({ ...target, tx }, r)
  })
}

interface Transaction<Tx> extends Target<Tx> {
  readonly tx: Tx
}

async function rotate<Tx>(
  { db, schema, common, tx }: Transaction<Tx>,
  r: RotateRefresh,
): Promise<SessionRow | null> {
  const [row] = await db.query(
    `with old as (
       select id, prev_refresh_hash from ${schema}.sessions
        where refresh_hash = $1 and ended_at is null and expires_at > $4 for update),
     kept as (
       insert into ${schema}.spent_refresh (refresh_hash, session_id, spent_at)
       select prev_refresh_hash, id, $4 from old where prev_refresh_hash is not null)
     update ${schema}.sessions s
        set prev_refresh_hash = s.refresh_hash, prev_rotation_hash = $2, prev_rotated_at = $4, refresh_hash = $3,
            generation = s.generation + 1, last_used_at = $4
       from old where s.id = old.id returning ${SESSION_COLUMNS}`,
    [r.refreshHash, r.rotationIdHash, r.next.refreshHash, r.now],
    tx,
  )
  if (!row) return null
  const session = sessionRow(row)
  await addAccess(common, session.id, r.next, tx)
  return session
}

/** Finds out why nothing was rotated. This statement sees the commit of the caller that `rotate` has waited for. */
async function classify<Tx>({ db, schema, tx }: Transaction<Tx>, r: RotateRefresh): Promise<RotatedRefresh> {
  const [row] = await db.query(
    `select ${SESSION_COLUMNS},
            coalesce(s.prev_refresh_hash = $1 and s.prev_rotation_hash = $2 and s.prev_rotated_at > $3, false) as retry
       from ${schema}.sessions s
      where s.ended_at is null and s.expires_at > $4 and s.id = (
        select id from ${schema}.sessions where prev_refresh_hash = $1
        union all select session_id from ${schema}.spent_refresh where refresh_hash = $1 limit 1)`,
    [r.refreshHash, r.rotationIdHash, new Date(r.now.getTime() - r.retryWindowMs), r.now],
    tx,
  )
  if (!row) return { kind: 'refused' }
  const session = sessionRow(row)
  if (flag(row, 'retry')) return { kind: 'repeated', session }
  const which = { where: 'id = $3 for update', values: [session.id] }
  const ended = await endSessions(db, schema, { ...which, cause: 'refresh_reuse', now: r.now, tx })
  if (ended.length === 0) return { kind: 'refused' }
  return { kind: 'reused', session: { ...session, endedCause: 'refresh_reuse' } }
}
