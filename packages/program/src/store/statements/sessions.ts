import type { SessionRow, SsoStore } from '../index.ts'
import { instant, number, type Row, sessionRow } from '../rows.ts'
import type { Statements } from './database.ts'
import { endSession } from './ending.ts'
import { readSession, SESSION_COLUMNS } from './one-session.ts'
import { rotateRefresh } from './rotation.ts'
import type { StoreNeeds } from './store-needs.ts'

type FindingSteps<Tx> = Pick<
  SsoStore<Tx>,
  'findSession' | 'findSessionByAccess' | 'findSessionByRefresh' | 'countActiveSessions'
>

type SessionSteps<Tx> = FindingSteps<Tx> & Pick<SsoStore<Tx>, 'rotateRefresh' | 'revokeSession'>

/** Local sessions: finding, rotating and ending them. */
export function sessionStatements<Tx>(needs: StoreNeeds<Tx>): SessionSteps<Tx> {
  const { db } = needs
  return {
    ...findingStatements(needs),
    rotateRefresh: (rotation) => rotateRefresh(needs, rotation),
    revokeSession: (sessionId, cause, now) =>
      db.transaction(async (tx) => (await endSession({ ...needs, tx }, sessionId, { cause, now })) !== null),
  }
}

function findingStatements<Tx>({ db }: StoreNeeds<Tx>): FindingSteps<Tx> {
  const first = ([row]: readonly Row[]) => (row ? sessionRow(row) : null)
  return {
    findSession: (sessionId, tx) => readSession(db, sessionId, tx, tx ? ' for update' : ''),
    async findSessionByAccess(accessHash) {
      const [row] = await db.query(
        `select ${SESSION_COLUMNS}, t.expires_at as access_expires_at
           from sso_access_tokens t join sso_sessions s on s.id = t.session_id where t.access_hash = $1`,
        [accessHash],
      )
      return row ? { session: sessionRow(row), accessExpiresAt: instant(row, 'access_expires_at') } : null
    },
    findSessionByRefresh: async (refreshHash) =>
      first(
        await db.query(
          `select ${SESSION_COLUMNS} from sso_sessions s where s.refresh_hash = $1
           union all
           select ${SESSION_COLUMNS} from sso_sessions s where s.prev_refresh_hash = $1
           union all
           select ${SESSION_COLUMNS} from sso_spent_refresh t join sso_sessions s on s.id = t.session_id
            where t.refresh_hash = $1`,
          [refreshHash],
        ),
      ),
    // A session that was checked since then has an access token that was valid then. So the index on access tokens
    // finds it: the time of the check has no index, to keep its updates cheap.
    async countActiveSessions(withinMs) {
      const [row = {}] = await db.query(
        `select count(distinct s.id) as count from sso_access_tokens t join sso_sessions s on s.id = t.session_id
          where t.expires_at > clock_timestamp() - $1 and s.ended_at is null
            and s.central_checked_at > clock_timestamp() - $1`,
        [withinMs],
      )
      return number(row, 'count')
    },
  }
}

/** The open sessions of an account. */
export async function listSessions<Tx>(
  db: Statements<Tx>,
  accountId: string,
  now: Date,
): Promise<readonly SessionRow[]> {
  const rows = await db.query(
    `select ${SESSION_COLUMNS} from sso_sessions s
      where s.account_id = $1 and s.ended_at is null and s.expires_at > $2 order by s.created_at, s.id`,
    [accountId, now],
  )
  return rows.map(sessionRow)
}
