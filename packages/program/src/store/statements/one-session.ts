import type { SessionRow } from '../index.ts'
import { sessionRow } from '../rows.ts'
import type { Statements } from './database.ts'

/** The columns that `sessionRow` reads. */
export const SESSION_COLUMNS = `s.id, s.account_id, s.issuer, s.subject, s.created_at, s.expires_at, s.last_used_at,
  s.central_checked_at, s.central_access_expires_at, s.generation, s.ended_cause, s.authenticated_at, s.acr,
  s.device_browser, s.device_system, s.device_ip, clock_timestamp() as read_at`

/** Reads a session. Null where there is none. */
export async function readSession<Tx>(
  db: Statements<Tx>,
  sessionId: string,
  tx?: Tx,
  lock: '' | ' for update' = '',
): Promise<SessionRow | null> {
  const text = `select ${SESSION_COLUMNS} from sso_sessions s where s.id = $1${lock}`
  const [row] = await db.query(text, [sessionId], tx)
  return row ? sessionRow(row) : null
}

/** An access token of a session. */
interface NewAccess {
  readonly accessHash: string
  readonly accessExpiresAt: Date
}

/** Adds an access token to a session. */
export async function addAccess<Tx>(
  db: Statements<Tx>,
  sessionId: string,
  { accessHash, accessExpiresAt }: NewAccess,
  tx: Tx,
): Promise<void> {
  await db.execute(
    `insert into sso_access_tokens (access_hash, session_id, expires_at) values ($1, $2, $3)`,
    [accessHash, sessionId, accessExpiresAt],
    tx,
  )
}
