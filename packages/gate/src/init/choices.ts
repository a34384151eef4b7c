import { isAbsolute } from 'node:path'
import { parseArgs } from 'node:util'

/** Why `init` cannot go on, in a sentence that says what to do. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** The proxies that `init` has a file for. */
export const PROXIES = ['nginx', 'caddy', 'traefik', 'envoy'] as const
/** One of them. */
export type ProxyName = (typeof PROXIES)[number]

/** The options of the command line. */
export interface Choices {
  readonly folder: string
  readonly identity: string
  readonly program: URL
  /** Where the back end listens: host and port. */
  readonly backEnd: string
  readonly listen: string
  /** Null where the gate itself is the proxy. */
  readonly proxy: ProxyName | null
}

/** What `init --help` prints. */
export const INIT_HELP = `portico-gate init [options]
  --folder NAME      where to write (default: portico-gate)
  --identity URL     the identity service (default: the simulator, http://localhost:4000)
  --program URL      the address of this program, as browsers see it (default: http://localhost:4180, with a proxy http://localhost:8080)
  --back-end PLACE   where the program listens (default: 127.0.0.1:8000)
  --listen PLACE     where the gate listens (default: 127.0.0.1:4180)
  --proxy NAME       nginx, caddy, traefik or envoy (default: none, the gate itself is the proxy)
A client id and secret that you have already are in SSO_CLIENT_ID and SSO_CLIENT_SECRET.`

const OPTIONS = {
  folder: { type: 'string' },
  identity: { type: 'string' },
  program: { type: 'string' },
  'back-end': { type: 'string' },
  listen: { type: 'string' },
  proxy: { type: 'string' },
} as const

/** Reads the command line. Throws Stopped with one sentence where it is wrong. */
export function readChoices(args: readonly string[]): Choices {
  const values = parsed(args)
  const proxy = readProxy(values.proxy)
  const backEnd = place(values['back-end'] ?? '127.0.0.1:8000', '--back-end')
  const listen = place(values.listen ?? '127.0.0.1:4180', '--listen')
  if (backEnd === listen)
    throw new Stopped(
      `--back-end and --listen are both ${listen}: the gate and the program need an address each.`,
    )
  const program = proxy === null ? 'http://localhost:4180' : 'http://localhost:8080'
  return {
    folder: readFolder(values.folder ?? 'portico-gate'),
    identity: origin(values.identity ?? 'http://localhost:4000', '--identity').origin,
    program: origin(values.program ?? program, '--program'),
    ...{ backEnd, listen, proxy },
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false }).values
  } catch (error) {
    const [first = ''] = error instanceof Error ? error.message.split(/\. |\n/) : ['The options are wrong']
    throw new Stopped(`${first}. See portico-gate init --help.`)
  }
}

function readProxy(name: string | undefined): ProxyName | null {
  if (name === undefined) return null
  const found = PROXIES.find((known) => known === name)
  if (!found)
    throw new Stopped(`--proxy is ${JSON.stringify(name)}, and must be one of: ${PROXIES.join(', ')}.`)
  return found
}

function readFolder(name: string): string {
  if (!/^[\w./ -]+$/.test(name) || (name.startsWith('-') && !isAbsolute(name)))
    throw new Stopped(
      `--folder is ${JSON.stringify(name)}, and may have letters, digits, spaces and the signs . / _ - alone.`,
    )
  return name
}

/** An address without a path. What is written into the files of proxies has no other sign than these. */
function origin(text: string, option: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin = url && /^https?:$/.test(url.protocol) && text.replace(/\/$/, '') === url.origin
  if (!isOrigin || !/^[a-z0-9.-]+$/.test(url.hostname))
    throw new Stopped(
      `${option} is ${JSON.stringify(text)}, and must be an address without a path, such as https://permits.example.org.`,
    )
  return url
}

function place(text: string, option: string): string {
  const [, port] = /^[a-zA-Z0-9.-]+:(\d{1,5})$/.exec(text) ?? []
  if (port === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new Stopped(
      `${option} is ${JSON.stringify(text)}, and must be a host and a port, such as 127.0.0.1:8000.`,
    )
  return text
}
