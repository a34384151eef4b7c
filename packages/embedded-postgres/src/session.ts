import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'

/** The address of a running server. */
export interface ServerAddress {
  readonly socketDir: string
  readonly port: number
}

/** The application name of the one session that each process has while it uses the server. */
const HOLDER_NAME = 'portico-holder'

/**
 * Opens one session on the server's own database. It does not keep this process alive, and does not report when the
 * server ends. It ends with the process, even if that is killed.
 */
export async function openSession(address: ServerAddress): Promise<postgres.Sql> {
  const path = join(address.socketDir, `.s.PGSQL.${address.port}`)
  const options = {
    user: 'portico',
    database: 'postgres',
    path,
    max: 1,
    fetch_types: false,
    connect_timeout: 5,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => undefined,
    connection: { application_name: HOLDER_NAME },
    socket: () => openSocket(path),
  }
  const session = postgres(options)
  try {
    await session`select 1`
    return session
  } catch (error) {
    await session.end({ timeout: 0 }).catch(() => undefined)
    throw error
  }
}

async function openSocket(path: string) {
  const socket = connect(path)
  await once(socket, 'connect')
  return socket.unref()
}

/** Makes the service's database, which a killed start may not have made. */
export async function ensureDatabase(session: postgres.Sql): Promise<void> {
  const [found] = await session`select 1 from pg_database where datname = 'portico'`
  if (!found) await session`create database portico`
}

interface OtherSessions {
  readonly holders: number
  readonly sessions: number
}

/** Counts the sessions of other processes: those that show the use of the server, and all. */
export async function countOthers(session: postgres.Sql): Promise<OtherSessions> {
  const [row] = await session<OtherSessions[]>`
    select count(*) filter (where application_name = ${HOLDER_NAME})::int as holders, count(*)::int as sessions
      from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`
  return row ?? { holders: 0, sessions: 0 }
}
