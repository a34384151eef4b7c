import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import {
  type DatabaseAddress,
  type DatabaseTarget,
  readAddress,
  type Server,
  type SessionSettings,
} from './address.ts'
import { anyServer, lookAt } from './any-server.ts'
import { Connection } from './connection.ts'
import type { Database } from './database.ts'
import { isOfReplica, isOutage, isServerError, unavailable } from './outage.ts'
import { TYPES } from './statement.ts'
import { OldTimeline, type TimelineFence } from './timeline-fence.ts'

/** The options of new connections. */
export interface ConnectionOptions {
  readonly settings: SessionSettings
  /** The most time of one attempt. */
  readonly connectMilliseconds: number
  /** Refuses a server that is an old primary. */
  readonly fence?: TimelineFence | undefined
  /** Throws where the server is another one than the address means. It is asked before the fence, which learns from a server. */
  readonly prove?: ((db: Pick<Database, 'query'>) => Promise<void>) | undefined
  /** Called with what the server warns of. */
  readonly onNotice?: ((message: string) => void) | undefined
}

const FIRST_PAUSE_MILLISECONDS = 50
const LONGEST_PAUSE_MILLISECONDS = 1_000

/**
 * Returns a function that opens connections, with several servers to any of them. If a single server cannot be reached, it waits before the next attempt, longer each time.
 */
export function connectionOpener(
  address: DatabaseAddress,
  options: ConnectionOptions,
): () => Promise<Connection> {
  const target = readAddress(address)
  const open = (server: Server) => connect({ server, target, options })
  const [only, ...others] = target.servers
  if (only && others.length === 0) return pausing(() => open(only))
  const look = options.fence ? (others: readonly Server[]) => lookAt(others, open) : () => undefined
  return anyServer(target.servers, open, look)
}

/**
 * Returns a function that lets the fence see every server of an address, over new connections: a load balancer may lead to another
 * server by now. It returns whether each of several servers has answered, and all but one are replicas or old primaries.
 */
export function everyServerSeen(
  address: DatabaseAddress,
  options: Omit<ConnectionOptions, 'settings'>,
): () => Promise<boolean> {
  const target = readAddress(address)
  const settings = { application_name: 'portico' }
  const open = (server: Server) => connect({ server, target, options: { ...options, settings } })
  return async () => {
    const roles = await Promise.all(target.servers.map((server) => roleOf(open(server), options)))
    const primaries = roles.filter((role) => role === 'primary')
    return roles.length > 1 && primaries.length === 1 && !roles.includes('unknown')
  }
}

type Role = 'primary' | 'replica' | 'old-primary' | 'unknown'

async function roleOf(
  opening: Promise<Connection>,
  { connectMilliseconds }: Pick<ConnectionOptions, 'connectMilliseconds'>,
): Promise<Role> {
  try {
    const connection = await opening
    const timer = setTimeout(() => connection.destroy(), connectMilliseconds)
    const db = asking(connection)
    const asked = db.query<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`
    const [row] = await asked.finally(() => clearTimeout(timer))
    void connection.close(connectMilliseconds)
    return row?.isReplica ? 'replica' : 'primary'
  } catch (error) {
    return error instanceof OldTimeline ? 'old-primary' : 'unknown'
  }
}

function pausing(open: () => Promise<Connection>): () => Promise<Connection> {
  let failures = 0
  let mayTryAt = 0
  return async () => {
    const pause = mayTryAt - performance.now()
    if (pause > 0) await wait(pause)
    try {
      const connection = await open()
      failures = 0
      return connection
    } catch (error) {
      mayTryAt =
        performance.now() + Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** failures, LONGEST_PAUSE_MILLISECONDS)
      failures += 1
      throw error
    }
  }
}

interface Route {
  readonly server: Server
  readonly target: DatabaseTarget
  readonly options: ConnectionOptions
}

/** Connects to one server. A failure is an outage, unless the server refuses for a permanent reason. */
async function connect(route: Route, sslMode = route.target.sslMode): Promise<Connection> {
  const client = clientFor(route, sslMode)
  const connection = new Connection(client, route.options.onNotice)
  try {
    await client.connect().catch((error: unknown) => {
      throw isOfReplica(error) ? unavailable(error) : error
    })
    await admit(connection, route.options)
    return connection
  } catch (error) {
    connection.destroy()
    if (error instanceof OldTimeline) throw error
    // The driver gives up this connection, so another is opened. The result is not remembered: if the server gets TLS,
    // the next connection uses it.
    if (sslMode === 'prefer' && saysNoTls(error)) return connect(route, 'disable')
    throw isServerError(error) && !isOutage(error) ? error : unavailable(error)
  }
}

/** Asks who the server is. One that is frozen meanwhile does not keep the connection waiting. */
async function admit(
  connection: Connection,
  { fence, prove, connectMilliseconds }: ConnectionOptions,
): Promise<void> {
  const timer = setTimeout(() => connection.destroy(), connectMilliseconds)
  try {
    await prove?.(asking(connection))
    await fence?.admit(connection, asking(connection))
  } finally {
    clearTimeout(timer)
  }
}

function asking(connection: Connection): Pick<Database, 'query'> {
  return { query: (statement, ...values) => connection.query(statement, values) }
}

function clientFor({ server, target, options }: Route, sslMode: string): pg.Client {
  const settings = { client_encoding: 'UTF8', ...options.settings, ...target.settings }
  return new pg.Client({
    ...server,
    user: target.user,
    database: target.database,
    password: target.password,
    ssl: tlsOptions(sslMode),
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${escapeOption(String(value))}`)
      .join(' '),
    ...('application_name' in settings && { application_name: String(settings.application_name) }),
    connectionTimeoutMillis: options.connectMilliseconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    pipeline: true,
    types: TYPES,
  })
}

/** Words of `options` are separated by spaces (PostgreSQL's manual, "libpq", parameter `options`). */
function escapeOption(value: string): string {
  return value.replaceAll(/[\\\s]/g, String.raw`\$&`)
}

const UNENCRYPTED = new Set(['disable', 'false'])

/** With these modes the server's certificate is not verified, as in libpq. */
const UNVERIFIED = new Set(['allow', 'prefer', 'require'])

function tlsOptions(sslMode: string): boolean | { rejectUnauthorized: false } {
  if (UNENCRYPTED.has(sslMode)) return false
  return UNVERIFIED.has(sslMode) ? { rejectUnauthorized: false } : true
}

function saysNoTls(error: unknown): boolean {
  return error instanceof Error && error.message === 'The server does not support SSL connections'
}
