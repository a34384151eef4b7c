import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import { openSession, type Session } from '../platform/postgres/session.ts'
import { type Finding, ok, wrong } from './finding.ts'

const CHECK = 'Connections'
const MEND = 'name PostgreSQL itself in PORTICO_DATABASE_URL: Portico has its own pools'

/** A setting of the session that no server has by itself. */
const MARK = 'portico.doctor'

/**
 * Finds a pooler that does not give each connection a session of its own (transaction mode). Prepared statements and
 * settings of the session are lost there, so that nothing works reliably. PgBouncer itself is not asked: a connection keeps
 * its backend and its settings while another one is in a transaction, or it has no session of its own.
 */
export async function examinePooler(address: DatabaseAddress): Promise<Finding> {
  try {
    return await compareSessions(address)
  } catch (error) {
    const finding = poolerFinding(error)
    if (finding) return finding
    throw error
  }
}

async function compareSessions(address: DatabaseAddress): Promise<Finding> {
  const one = await openSession(address, { [MARK]: 'one' })
  try {
    const other = await openSession(address, { [MARK]: 'other' })
    try {
      return await compare(one, other)
    } finally {
      await other.close()
    }
  } finally {
    await one.close()
  }
}

async function compare(one: Session, other: Session): Promise<Finding> {
  const before = await stateOf(one)
  // Where the pooler has one backend alone, the first connection waits until the transaction of the other one is over.
  const [during, after] = await other
    .transaction(async (tx) => ({ during: await stateOf(tx), meanwhile: settled(stateOf(one)) }))
    .then(async ({ during, meanwhile }) => [during, await meanwhile()] as const)
  if (before.mark !== 'one' || during.mark !== 'other' || after.mark !== 'one')
    return wrong(
      CHECK,
      'a pooler keeps the settings of a session from PostgreSQL, or gives them to others',
      MEND,
    )
  if (before.pid === during.pid || before.pid !== after.pid)
    return wrong(CHECK, 'a pooler in transaction mode gives one session to several connections', MEND)
  return ok(CHECK, 'each has a session of its own')
}

/** A promise that may be awaited later, and that nobody misses where it fails before. */
function settled<Value>(promise: Promise<Value>): () => Promise<Value> {
  promise.catch(() => undefined)
  return () => promise
}

/** PgBouncer takes no settings at the start of a session, or it lost a prepared statement of the session. */
const WORDS_OF_POOLERS =
  /unsupported startup parameter|prepared statement "[^"]*" (?:does not exist|already exists)/

/** What an error says of a pooler; undefined where it is another error. */
function poolerFinding(error: unknown): Finding | undefined {
  const causes = error instanceof Error ? [error, error.cause] : []
  const isPooler = causes.some((each) => each instanceof Error && WORDS_OF_POOLERS.test(each.message))
  if (!isPooler) return undefined
  return wrong(
    CHECK,
    'a pooler in front of PostgreSQL loses settings or prepared statements of a session',
    MEND,
  )
}

interface SessionState {
  readonly pid: number
  readonly mark: string | null
}

async function stateOf(db: Pick<Session, 'query'>): Promise<SessionState> {
  const [state] = await db.query<SessionState>`
    select pg_backend_pid() as pid, current_setting(${MARK}, true) as mark`
  if (!state) throw new Error('A session said nothing about itself')
  return state
}
