import type { SsoStore } from '../index.ts'
import { instant, number, type Row, sessionRow } from '../rows.ts'
import { endSession } from './ending-statements.ts'
import { rotateRefresh } from './rotation-statements.ts'
import { SESSION_COLUMNS } from './session-columns.ts'
import type { StoreNeeds } from './store-needs.ts'
import type { SqliteTransaction } from './transaction.ts'

type FindingSteps = Pick<
  SsoStore<SqliteTransaction>,
  'findSession' | 'findSessionByAccess' | 'findSessionByRefresh' | 'listSessions' | 'countActiveSessions'
>

type SessionSteps = FindingSteps & Pick<SsoStore<SqliteTransaction>, 'rotateRefresh' | 'revokeSession'>

/** Local sessions: finding, listing, rotating and ending them. */
export function sessionStatements(needs: StoreNeeds): SessionSteps {
  const { db } = needs
  return {
    ...findingStatements(needs),
    rotateRefresh: (rotation) => db.transaction((tx) => rotateRefresh({ ...needs, tx }, rotation)),
    revokeSession: (sessionId, cause, now) =>
      db.transaction(async (tx) => (await endSession({ ...needs, tx }, sessionId, { cause, now })) !== null),
  }
}

/** The time of the store goes into each row, as `read_at`. */
function findingStatements({ db, clock }: StoreNeeds): FindingSteps {
  const first = ([row]: readonly Row[]) => (row ? sessionRow(row) : null)
  return {
    findSession: async (sessionId, tx) =>
      first(
        await (tx ?? db).query(
          `select ${SESSION_COLUMNS}, $2 as read_at from sso_sessions s where s.id = $1`,
          [sessionId, clock.now()],
        ),
      ),
    // The account is read by `accounts.load`: in the same process, a second statement costs next to nothing.
    async findSessionByAccess(accessHash) {
      const [row] = await db.query(
        `select ${SESSION_COLUMNS}, $2 as read_at, t.expires_at as access_expires_at
           from sso_access_tokens t join sso_sessions s on s.id = t.session_id where t.access_hash = $1`,
        [accessHash, clock.now()],
      )
      return row ? { session: sessionRow(row), accessExpiresAt: instant(row, 'access_expires_at') } : null
    },
    findSessionByRefresh: async (refreshHash) =>
      first(
        await db.query(
          `select ${SESSION_COLUMNS}, $2 as read_at from sso_sessions s where s.id = (
             select id from sso_sessions where refresh_hash = $1
             union all select id from sso_sessions where prev_refresh_hash = $1
             union all select session_id from sso_spent_refresh where refresh_hash = $1 limit 1)`,
          [refreshHash, clock.now()],
        ),
      ),
    async listSessions(accountId, now) {
      const rows = await db.query(
        `select ${SESSION_COLUMNS}, $3 as read_at from sso_sessions s
          where s.account_id = $1 and s.ended_at is null and s.expires_at > $2 order by s.created_at, s.id`,
        [accountId, now, clock.now()],
      )
      return rows.map(sessionRow)
    },
    async countActiveSessions(withinMs) {
      const [row = {}] = await db.query(
        `select count(*) as count from sso_sessions where ended_at is null and central_checked_at > $1`,
        [clock.now().getTime() - withinMs],
      )
      return number(row, 'count')
    },
  }
}
