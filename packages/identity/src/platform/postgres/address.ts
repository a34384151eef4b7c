import postgres from 'postgres'

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

const TYPES = { bigint: { to: 20, from: [20], serialize: String, parse: Number } }

/** Makes a client; nothing is connected before the first statement. A folder in `?host=` is a socket, as libpq has it. */
export function openClient(address: DatabaseAddress, options: Options): SqlClient {
  const common = { fetch_types: false, onnotice: () => undefined, ...options, types: TYPES }
  if (address.kind === 'socket') return openSocket(address, common)
  const socket = socketIn(address.url)
  return socket ? openSocket(socket, common) : postgres(address.url, common)
}

function openSocket(
  address: Extract<DatabaseAddress, { kind: 'socket' }>,
  common: Options & { types: typeof TYPES },
): SqlClient {
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
