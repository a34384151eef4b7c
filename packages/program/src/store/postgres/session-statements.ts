import type { SessionRow, SsoStore } from '../index.ts'
import type { Connection } from './connection.ts'
import { endSessions } from './ending-statement.ts'
import { instant, SESSION_COLUMNS, sessionRow } from './rows.ts'

type SessionSteps<Tx> = Pick<
  SsoStore<Tx>,
  | 'findSession'
  | 'findSessionByAccess'
  | 'findSessionByRefresh'
  | 'revokeSession'
  | 'listSessions'
  | 'countActiveSessions'
>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Local sessions: finding, listing and ending them. */
export function sessionStatements<Tx>(db: Connection<Tx>, schema: string): SessionSteps<Tx> {
  return {
    ...findingStatements(db, schema),
    async revokeSession(sessionId, cause, now) {
      if (!UUID.test(sessionId)) return false
      const which = { where: 'id = $3 for update', values: [sessionId] }
      return (await endSessions(db, schema, { ...which, cause, now })).length > 0
    },
  }
}

type Finding<Tx> = Omit<SessionSteps<Tx>, 'revokeSession'>

function findingStatements<Tx>(db: Connection<Tx>, schema: string): Finding<Tx> {
  return {
    async findSession(sessionId, tx) {
      if (!UUID.test(sessionId)) return null
      const [row] = await db.query(
        `select ${SESSION_COLUMNS} from ${schema}.sessions s where s.id = $1`,
        [sessionId],
        tx,
      )
      return row ? sessionRow(row) : null
    },
    async findSessionByAccess(accessHash) {
      const [row] = await db.query(
        `select ${SESSION_COLUMNS}, t.expires_at as access_expires_at
           from ${schema}.access_tokens t join ${schema}.sessions s on s.id = t.session_id where t.access_hash = $1`,
        [accessHash],
      )
      return row ? { session: sessionRow(row), accessExpiresAt: instant(row, 'access_expires_at') } : null
    },
    findSessionByRefresh: (refreshHash) => findByRefresh(db, schema, refreshHash),
    async listSessions(accountId, now) {
      const rows = await db.query(
        `select ${SESSION_COLUMNS} from ${schema}.sessions s
          where s.account_id = $1 and s.ended_at is null and s.expires_at > $2 order by s.created_at, s.id`,
        [accountId, now],
      )
      return rows.map(sessionRow)
    },
    async countActiveSessions(since) {
      const [row] = await db.query(
        `select count(*)::int as count from ${schema}.sessions where ended_at is null and central_checked_at > $1`,
        [since],
      )
      return Number(row?.['count'] ?? 0)
    },
  }
}

/** Three indexed reads in one statement: the current token, the one before it, and all that were spent. */
async function findByRefresh<Tx>(
  db: Connection<Tx>,
  schema: string,
  hash: string,
): Promise<SessionRow | null> {
  const [row] = await db.query(
    `select ${SESSION_COLUMNS} from ${schema}.sessions s where s.id = (
       select id from ${schema}.sessions where refresh_hash = $1
       union all select id from ${schema}.sessions where prev_refresh_hash = $1
       union all select session_id from ${schema}.spent_refresh where refresh_hash = $1 limit 1)`,
    [hash],
  )
  return row ? sessionRow(row) : null
}
