import type { EndedSession, PurgedBatch } from '../index.ts'
import { bytes, type Row, text } from '../rows.ts'
import { endEach } from './ending.ts'
import { addRevocation } from './revocations.ts'
import type { Step, StoreNeeds } from './store-needs.ts'

/** Ended sessions and expired sign-ins stay for this time, so that a response can name the reason. */
const KEPT_MS = 86_400_000

/** How many rows one statement removes. Their keys are found before, so that a delete locks no more than its rows. */
const KEYS = 100
const keys = Array.from({ length: KEYS }, (_, index) => `$${index + 1}`).join(', ')

interface Batch {
  readonly now: Date
  readonly limit: number
}

/** How rows of one kind are found and removed. */
interface Kind {
  readonly find: string
  readonly remove: string
}

const PENDING: Kind = {
  find: `select state_hash as name from sso_pending where expires_at <= $1 order by expires_at limit $2`,
  remove: `delete from sso_pending where state_hash in (${keys})`,
}

const ACCESS: Kind = {
  find: `select access_hash as name from sso_access_tokens where expires_at <= $1 order by expires_at limit $2`,
  remove: `delete from sso_access_tokens where access_hash in (${keys})`,
}

const TICKETS: Kind = {
  find: `select ticket_hash as name from sso_tickets where expires_at <= $1 order by expires_at limit $2`,
  remove: `delete from sso_tickets where ticket_hash in (${keys})`,
}

const THROTTLE: Kind = {
  find: `select throttle_key as name from sso_throttle where window_start <= $1 order by window_start limit $2`,
  remove: `delete from sso_throttle where throttle_key in (${keys})`,
}

const SPENT: Kind = {
  find: `select t.refresh_hash as name
           from (select id from sso_sessions where ended_at <= $1 order by ended_at limit $2) s
           join sso_spent_refresh t on t.session_id = s.id limit $2`,
  remove: `delete from sso_spent_refresh where refresh_hash in (${keys})`,
}

const SESSIONS: Kind = {
  find: `select id as name from sso_sessions where ended_at <= $1 order by ended_at limit $2`,
  remove: `delete from sso_sessions where id in (${keys})`,
}

/** Purges one batch, in short transactions, so that sign-ins get their turn in between. */
export async function purge<Tx>(needs: StoreNeeds<Tx>, { now, limit }: Batch): Promise<PurgedBatch> {
  const kept = new Date(now.getTime() - KEPT_MS)
  const ended = await endExpired(needs, { now, limit })
  const counts = {
    pending: await clear(needs, PENDING, { now: kept, limit }),
    handoffs: await clearHandoffs(needs, { now, limit }),
    spent: await clear(needs, SPENT, { now: kept, limit }),
    access: await clear(needs, ACCESS, { now: kept, limit }),
    tickets: await clear(needs, TICKETS, { now, limit }),
    throttle: await clear(needs, THROTTLE, { now: kept, limit }),
  }
  // The tokens of ended sessions are removed first, so that the cascade removes few rows.
  const sessions = counts.spent < limit ? await clear(needs, SESSIONS, { now: kept, limit }) : 0
  const most = Math.max(ended.length, sessions, ...Object.values(counts))
  const { pending, handoffs, throttle } = counts
  return { pending, handoffs, sessions, throttle, ended, isDone: most < limit }
}

/** Removes up to `limit` rows, a hundred in each statement. The last keys are repeated to fill the statement. */
function clear<Tx>({ db }: StoreNeeds<Tx>, { find, remove }: Kind, { now, limit }: Batch): Promise<number> {
  return db.inOrder(async (tx) => {
    const names = (await db.query(find, [now, limit], tx)).map((row) => text(row, 'name')).sort()
    let removed = 0
    for (let start = 0; start < names.length; start += KEYS) {
      const some = names.slice(start, start + KEYS)
      const filled = Array.from({ length: KEYS }, (_, index) => some[index] ?? some[0] ?? '')
      removed += await db.execute(remove, filled, tx)
    }
    return removed
  })
}

async function endExpired<Tx>(
  needs: StoreNeeds<Tx>,
  { now, limit }: Batch,
): Promise<readonly EndedSession[]> {
  const { db } = needs
  const rows = await db.query(
    `select id from sso_sessions where ended_at is null and expires_at <= $1 order by expires_at limit $2`,
    [now, limit],
  )
  const ids = rows.map((row) => text(row, 'id')).sort()
  if (ids.length === 0) return []
  return db.transaction((tx) => endEach({ ...needs, tx }, ids, { cause: 'absolute_expiry', now }))
}

/**
 * Removes expired handoffs, and puts the grants of unused ones on the list of revocations. Each one is locked by its
 * key: in MySQL with REPEATABLE READ, a search that locks would also lock the good ones that it reads, and an exchange
 * skips these.
 */
async function clearHandoffs<Tx>(needs: StoreNeeds<Tx>, { now, limit }: Batch): Promise<number> {
  const { db } = needs
  const found = await db.query(
    `select code_hash from sso_handoffs where expires_at <= $1 order by expires_at limit $2`,
    [now, limit],
  )
  const hashes = found.map((row) => text(row, 'code_hash')).sort()
  if (hashes.length === 0) return 0
  return db.transaction(async (tx) => {
    let removed = 0
    for (const hash of hashes) removed += await clearHandoff({ ...needs, tx }, hash, now)
    return removed
  })
}

async function clearHandoff<Tx>({ tx, ...needs }: Step<Tx>, hash: string, now: Date): Promise<number> {
  const { db } = needs
  const [row] = await db.query(
    `select code_hash, sealed, key_id from sso_handoffs where code_hash = $1 for update skip locked`,
    [hash],
    tx,
  )
  if (!row) return 0
  if (row['sealed'] !== null) await addRevocation({ ...needs, tx }, grantOf(row, now))
  return db.execute(`delete from sso_handoffs where code_hash = $1`, [hash], tx)
}

function grantOf(row: Row, createdAt: Date) {
  const origin = { kind: 'handoff', id: text(row, 'code_hash') } as const
  return { origin, sealed: bytes(row, 'sealed'), keyId: text(row, 'key_id'), createdAt }
}
