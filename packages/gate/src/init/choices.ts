import { isAbsolute } from 'node:path'
import { type Given, UsageFault } from '@portico/program/command'

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

/** The options of `init`. */
export const INIT_OPTIONS = {
  folder: { value: 'NAME', meaning: 'where to write (default: portico-gate)' },
  identity: { value: 'URL', meaning: 'the identity service (default: the simulator, http://localhost:4000)' },
  program: {
    value: 'URL',
    meaning:
      'the address of this program, as browsers see it (default: http://localhost:4180, with a proxy http://localhost:8080)',
  },
  'back-end': { value: 'PLACE', meaning: 'where the program listens (default: 127.0.0.1:8000)' },
  listen: { value: 'PLACE', meaning: 'where the gate listens (default: 127.0.0.1:4180)' },
  proxy: {
    value: 'NAME',
    meaning: 'nginx, caddy, traefik or envoy (default: none, the gate itself is the proxy)',
  },
}

/** Reads the options. Throws UsageFault with one sentence where one is wrong. */
export function readChoices({ text }: Given): Choices {
  const proxy = readProxy(text('proxy'))
  const backEnd = place(text('back-end') ?? '127.0.0.1:8000', '--back-end')
  const listen = place(text('listen') ?? '127.0.0.1:4180', '--listen')
  if (backEnd === listen)
    throw new UsageFault(
      `--back-end and --listen are both ${listen}: the gate and the program need an address each.`,
    )
  const program = proxy === null ? 'http://localhost:4180' : 'http://localhost:8080'
  return {
    folder: readFolder(text('folder') ?? 'portico-gate'),
    identity: origin(text('identity') ?? 'http://localhost:4000', '--identity').origin,
    program: origin(text('program') ?? program, '--program'),
    ...{ backEnd, listen, proxy },
  }
}

function readProxy(name: string | undefined): ProxyName | null {
  if (name === undefined) return null
  const found = PROXIES.find((known) => known === name)
  if (!found)
    throw new UsageFault(`--proxy is ${JSON.stringify(name)}, and must be one of: ${PROXIES.join(', ')}.`)
  return found
}

function readFolder(name: string): string {
  if (!/^[\w./ -]+$/.test(name) || (name.startsWith('-') && !isAbsolute(name)))
    throw new UsageFault(
      `--folder is ${JSON.stringify(name)}, and may have letters, digits, spaces and the signs . / _ - alone.`,
    )
  return name
}

/** An address without a path. What is written into the files of proxies has no other sign than these. */
function origin(text: string, option: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin = url && /^https?:$/.test(url.protocol) && text.replace(/\/$/, '') === url.origin
  if (!isOrigin || !/^[a-z0-9.-]+$/.test(url.hostname))
    throw new UsageFault(
      `${option} is ${JSON.stringify(text)}, and must be an address without a path, such as https://permits.example.org.`,
    )
  return url
}

function place(text: string, option: string): string {
  const [, port] = /^[a-zA-Z0-9.-]+:(\d{1,5})$/.exec(text) ?? []
  if (port === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new UsageFault(
      `${option} is ${JSON.stringify(text)}, and must be a host and a port, such as 127.0.0.1:8000.`,
    )
  return text
}
