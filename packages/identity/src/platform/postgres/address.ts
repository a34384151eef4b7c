import postgres from 'postgres'
import { type Servers, serverChoice } from './server-choice.ts'

/** Where the database is: a URL (several hosts allowed) or the embedded server's socket. */
export type DatabaseAddress =
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'socket'
      readonly socketDir: string
      readonly port: number
      readonly user: string
      readonly database: string
      /** `''` where the server trusts whoever may enter the folder. */
      readonly password?: string
    }

/** A client whose `bigint` columns are numbers: instants and counts stay far below 2^53. */
export type SqlClient = postgres.Sql<{ bigint: number }>

type Options = Omit<postgres.Options<{ bigint: postgres.PostgresType<number> }>, 'types'>

type WholeOptions = Options & { types: typeof TYPES; socket?: ReturnType<typeof serverChoice> }

const TYPES = { bigint: { to: 20, from: [20], serialize: String, parse: Number } }

/**
 * Makes a client; nothing is connected before the first statement. A folder in `?host=` is a socket, as libpq has it.
 * Where several servers are named, each connection looks for one that takes it.
 */
export function openClient(address: DatabaseAddress, options: Options): SqlClient {
  const common = { fetch_types: false, onnotice: () => undefined, ...options, types: TYPES }
  if (address.kind === 'socket') return openSocket(address, common)
  const socket = socketIn(address.url)
  return socket ? openSocket(socket, common) : openUrl(address.url, common)
}

/** The driver is given one server, so that it says at once when it cannot be reached, and sockets to any of them. */
function openUrl(url: string, common: WholeOptions): SqlClient {
  const servers = serversIn(url)
  const [host = '', ...others] = servers.host
  if (others.length === 0) return postgres(url, common)
  const socket = serverChoice(servers)
  return postgres(url, { ...common, host, port: servers.port[0], socket } as WholeOptions)
}

/** Whether several servers are named, of which one is the primary. */
export function namesSeveral(address: DatabaseAddress): boolean {
  return address.kind === 'url' && !socketIn(address.url) && serversIn(address.url).host.length > 1
}

/** The servers of a URL, as the driver reads it. */
function serversIn(url: string): Servers {
  const { host, port } = postgres(url, { max: 1 }).options
  return { host, port }
}

function openSocket(address: Extract<DatabaseAddress, { kind: 'socket' }>, common: WholeOptions): SqlClient {
  const { socketDir, port, user, database, password = '' } = address
  return postgres({ ...common, path: `${socketDir}/.s.PGSQL.${port}`, port, user, database, password })
}

function socketIn(url: string): Extract<DatabaseAddress, { kind: 'socket' }> | undefined {
  if (!URL.canParse(url)) return undefined
  const { username, password, pathname, searchParams } = new URL(url)
  const socketDir = searchParams.get('host') ?? ''
  if (!socketDir.startsWith('/')) return undefined
  const user = decodeURIComponent(username)
  const database = decodeURIComponent(pathname.slice(1)) || user
  const port = Number(searchParams.get('port') ?? 5432)
  return { kind: 'socket', socketDir, port, user, database, password: decodeURIComponent(password) }
}
