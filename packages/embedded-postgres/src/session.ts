import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** The address of a running server. */
export interface ServerAddress {
  readonly socketDir: string
  readonly port: number
}

/** The application name of the one session that each process has while it uses the server. */
const HOLDER_NAME = 'portico-holder'

const CONNECT_MILLISECONDS = 5_000
const CLOSE_MILLISECONDS = 1_000

/**
 * Opens one session on the server's own database. It does not keep this process alive, and does not report when the
 * server ends. It ends with the process, even if that is killed.
 */
export async function openSession({ socketDir, port }: ServerAddress): Promise<pg.Client> {
  const socket = new Socket()
  const session = new pg.Client({
    stream: () => socket,
    host: socketDir,
    port,
    user: 'portico',
    database: 'postgres',
    ssl: false,
    application_name: HOLDER_NAME,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
  })
  session.on('error', () => undefined)
  await session.connect()
  socket.unref()
  return session
}

/** Ends a session. A server that does not close it is waited for no longer than a second. */
export async function closeSession(session: pg.Client): Promise<void> {
  await Promise.race([session.end(), wait(CLOSE_MILLISECONDS, undefined, { ref: false })]).catch(
    () => undefined,
  )
}

/** Makes the service's database, which a killed start may not have made. */
export async function ensureDatabase(session: pg.Client): Promise<void> {
  const found = await session.query("select 1 from pg_database where datname = 'portico'")
  if (found.rowCount === 0) await session.query('create database portico')
}

interface OtherSessions {
  readonly holders: number
  readonly sessions: number
}

/** Counts the sessions of other processes: those that show the use of the server, and all. */
export async function countOthers(session: pg.Client): Promise<OtherSessions> {
  const { rows } = await session.query<OtherSessions>(
    `select count(*) filter (where application_name = $1)::int as holders, count(*)::int as sessions
       from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    [HOLDER_NAME],
  )
  return rows[0] ?? { holders: 0, sessions: 0 }
}
