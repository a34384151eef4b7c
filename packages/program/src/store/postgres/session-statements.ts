import type { SessionRow, SsoStore } from '../index.ts'
import { number, sessionRow } from '../rows.ts'
import { readSession, SESSION_COLUMNS } from '../statements/index.ts'
import { findingByAccess } from './access-statement.ts'
import type { Target } from './common-statements.ts'
import type { Connection } from './connection.ts'
import { endSessions } from './ending-statement.ts'

type SessionSteps<Tx> = Pick<
  SsoStore<Tx>,
  'findSession' | 'findSessionByAccess' | 'findSessionByRefresh' | 'revokeSession' | 'countActiveSessions'
>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Local sessions: finding and ending them. */
export function sessionStatements<Tx>(target: Target<Tx>): SessionSteps<Tx> {
  const { db, schema } = target
  return {
    ...findingStatements(target),
    async revokeSession(sessionId, cause, now) {
      if (!UUID.test(sessionId)) return false
      const which = { where: 'id = $3 for update', values: [sessionId] }
      return (await endSessions(db, schema, { ...which, cause, now })).length > 0
    },
  }
}

type Finding<Tx> = Omit<SessionSteps<Tx>, 'revokeSession'>

function findingStatements<Tx>({ db, schema, common }: Target<Tx>): Finding<Tx> {
  return {
    findSession: async (sessionId, tx) => (UUID.test(sessionId) ? readSession(common, sessionId, tx) : null),
    findSessionByAccess: findingByAccess(db, schema),
    findSessionByRefresh: (refreshHash) => findByRefresh(db, schema, refreshHash),
    // A session that was checked since then has an access token that was valid then. So the index on access tokens
    // finds it: the time of the check has no index, to keep its updates cheap.
    // plan: it counts the citizens of the moment.
    async countActiveSessions(withinMs) {
      const [row] = await db.query(
        `with start as (select clock_timestamp() - $1 * interval '1 millisecond' as at),
           recent as materialized (
             select distinct session_id from ${schema}.access_tokens where expires_at > (select at from start))
         select count(*)::int as count from recent join ${schema}.sessions s on s.id = recent.session_id
          where s.ended_at is null and s.central_checked_at > (select at from start)`,
        [withinMs],
      )
      return row ? number(row, 'count') : 0
    },
  }
}

/** Three indexed reads in one statement: by the current token, the previous one, and the older ones. */
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
