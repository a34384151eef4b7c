/** The address of the database: a URL, with one or several hosts, or the embedded server's socket. */
export type DatabaseAddress =
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'socket'
      readonly socketDir: string
      readonly port: number
      readonly user: string
      readonly database: string
      /** `''`: the server trusts every user who may enter the folder. */
      readonly password?: string
    }

/** One PostgreSQL server. A host that begins with `/` is the folder of its Unix socket. */
export interface Server {
  readonly host: string | undefined
  readonly port: number | undefined
}

/** A server with a host and a port of its own. */
export interface NamedServer {
  readonly host: string
  readonly port: number
}

/** Settings of a session, by PostgreSQL's names. */
export type SessionSettings = Readonly<Record<string, string | number>>

/**
 * The parts of an address in any spelling. The driver reads missing parts from the environment (PGHOST and so on), as libpq
 * does.
 */
export interface DatabaseTarget {
  readonly servers: readonly Server[]
  readonly user: string | undefined
  readonly database: string | undefined
  readonly password: string | undefined
  /** As libpq names it. */
  readonly sslMode: string
  /** Session settings in the URL. They override ours. */
  readonly settings: SessionSettings
}

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

/** Reads an address. */
export function readAddress(address: DatabaseAddress): DatabaseTarget {
  if (address.kind === 'url') return readUrl(address.url)
  const { socketDir, port, user, database, password = '' } = address
  return { servers: [{ host: socketDir, port }], user, database, password, sslMode: 'disable', settings: {} }
}

/** Whether the address names several servers, of which one is the primary. */
export function namesSeveral(address: DatabaseAddress): boolean {
  return readAddress(address).servers.length > 1
}

/** Hosts on this machine. */
const LOOPBACK = /^(?:\/|localhost$|127\.\d+\.\d+\.\d+$|::1$)/

/** Parameters of a URL that say how TLS is used. */
const TLS_PARAMETERS = ['sslmode', 'ssl', 'sslrootcert']

/**
 * The same address with another server in place of those that it names. Where it says nothing of TLS, one on another machine is asked with TLS:
 * the named server may be on this one, and need none.
 */
export function atServer(address: DatabaseAddress, { host, port }: NamedServer): DatabaseAddress {
  if (address.kind === 'socket') return { ...address, socketDir: host, port }
  const { url } = takeHosts(address.url)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.hostname = host.includes(':') ? `[${host}]` : encodeURIComponent(host)
  url.port = String(port)
  if (!LOOPBACK.test(host) && !TLS_PARAMETERS.some((name) => url.searchParams.has(name)))
    url.searchParams.set('sslmode', 'require')
  return { kind: 'url', url: url.href }
}

/** Unlike libpq, the driver's parser accepts only one host, reads files that a URL names, and verifies for `sslmode=require`. */
function readUrl(text: string): DatabaseTarget {
  const { hosts, url } = takeHosts(text)
  const parameters = url.searchParams
  const port = parameters.get('port') ?? undefined
  const servers = (parameters.get('host') ?? hosts).split(',').map((place) => readServer(place, port))
  return {
    servers,
    user: decoded(url.username),
    database: decoded(url.pathname.slice(1)),
    password: decoded(url.password),
    sslMode: sslModeOf(parameters, servers),
    settings: Object.fromEntries([...parameters].filter(([name]) => !CLIENT_PARAMETERS.has(name))),
  }
}

/** Nothing without a value. */
function decoded(part: string): string | undefined {
  return part === '' ? undefined : decodeURIComponent(part)
}

/** A standard URL has one host, so the hosts are removed before it is parsed. */
function takeHosts(text: string): { hosts: string; url: URL } {
  const [before = '', hosts = ''] = /^[^/]*\/\/(?:[^/?#]*@)?([^/?#@]*)/.exec(text) ?? []
  const start = before.slice(0, before.length - hosts.length)
  return { hosts, url: new URL(`${start}host${text.slice(before.length)}`) }
}

/** `host`, `host:port`, `[::1]:port` or the folder of a Unix socket. */
function readServer(place: string, defaultPort: string | undefined): Server {
  const {
    address,
    host = address,
    port = defaultPort,
  } = /^(?:\[(?<address>.*)\]|(?<host>[^:]*))(?::(?<port>\d+))?$/.exec(place)?.groups ?? {}
  return { host: decoded(host ?? place), port: port === undefined ? undefined : Number(port) }
}

/**
 * A Unix socket has no TLS. A root certificate in the URL means that the server must be verified. Its file is not read:
 * Node verifies with its own root certificates and those of NODE_EXTRA_CA_CERTS, and refuses other servers.
 */
function sslModeOf(parameters: URLSearchParams, servers: readonly Server[]): string {
  if (servers.every(({ host }) => host?.startsWith('/'))) return 'disable'
  if (parameters.has('sslrootcert')) return 'verify-full'
  return parameters.get('sslmode') ?? parameters.get('ssl') ?? 'disable'
}
