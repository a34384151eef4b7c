import { userInfo } from 'node:os'

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

/** One PostgreSQL server; a host that begins with `/` is the folder of its Unix socket. */
export interface Server {
  readonly host: string
  readonly port: number
}

/** Settings of a session, by PostgreSQL's names. */
export type SessionSettings = Readonly<Record<string, string | number>>

/** What an address says, whichever way it is written. */
export interface DatabaseTarget {
  readonly servers: readonly Server[]
  readonly user: string
  readonly database: string
  readonly password: string
  /** As libpq names it. */
  readonly sslMode: string
  /** Session settings that the URL asks for; they win over ours. */
  readonly settings: SessionSettings
}

const DEFAULT_PORT = 5432

/** Parameters of a URL that are for the client, not settings of the session. */
const CLIENT_PARAMETERS = new Set([
  'host',
  'port',
  'sslmode',
  'ssl',
  'sslrootcert',
  'target_session_attrs',
  'connect_timeout',
])

/** Reads an address. What a URL leaves out comes from the environment (PGHOST and so on), as with libpq. */
export function readAddress(address: DatabaseAddress): DatabaseTarget {
  if (address.kind === 'url') return readUrl(address.url)
  const { socketDir, port, user, database, password = '' } = address
  return { servers: [{ host: socketDir, port }], user, database, password, sslMode: 'disable', settings: {} }
}

/** Whether several servers are named, of which one is the primary. */
export function namesSeveral(address: DatabaseAddress): boolean {
  return readAddress(address).servers.length > 1
}

function readUrl(text: string): DatabaseTarget {
  const { hosts, url } = takeHosts(text)
  const { env } = process
  const parameters = url.searchParams
  const port = Number(parameters.get('port') ?? env['PGPORT'] ?? DEFAULT_PORT)
  const named = parameters.get('host') ?? (decodeURIComponent(hosts) || (env['PGHOST'] ?? 'localhost'))
  const servers = named.split(',').map((place) => readServer(place, port))
  const user = decodeURIComponent(url.username) || (env['PGUSER'] ?? userInfo().username)
  return {
    servers,
    user,
    database: decodeURIComponent(url.pathname.slice(1)) || (env['PGDATABASE'] ?? user),
    password: decodeURIComponent(url.password) || (env['PGPASSWORD'] ?? ''),
    sslMode: sslModeOf(parameters, servers),
    settings: Object.fromEntries([...parameters].filter(([name]) => !CLIENT_PARAMETERS.has(name))),
  }
}

/** A URL of the standard has one host, so the hosts are taken out before it is parsed. */
function takeHosts(text: string): { hosts: string; url: URL } {
  const [before = '', hosts = ''] = /^[^/]*\/\/(?:[^/?#]*@)?([^/?#@]*)/.exec(text) ?? []
  const start = before.slice(0, before.length - hosts.length)
  return { hosts, url: new URL(`${start}host${text.slice(before.length)}`) }
}

/** `host`, `host:port`, `[::1]:port` or the folder of a Unix socket. */
function readServer(place: string, defaultPort: number): Server {
  const [, bracketed, plain = '', port = defaultPort] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(place) ?? [
    '',
    undefined,
    place,
  ]
  return { host: bracketed ?? plain, port: Number(port) }
}

/** TLS has no use on a Unix socket. */
function sslModeOf(parameters: URLSearchParams, servers: readonly Server[]): string {
  if (servers.every(({ host }) => host.startsWith('/'))) return 'disable'
  if (parameters.get('sslrootcert') === 'system') return 'verify-full'
  return parameters.get('sslmode') ?? parameters.get('ssl') ?? process.env['PGSSLMODE'] ?? 'disable'
}
