import { type ClientRequest, Agent as HttpAgent, type RequestOptions, request } from 'node:http'
import { Agent as HttpsAgent, request as requestOverTls } from 'node:https'
import { clearSpelling, isPlainPath } from '../paths/index.ts'
import type { SettingRule } from '../settings/index.ts'

/** Where the back end listens. */
export type UpstreamAddress =
  | { readonly kind: 'network'; readonly isTls: boolean; readonly host: string; readonly port: number }
  | { readonly kind: 'socket'; readonly path: string }

/** The setting of it: `http://127.0.0.1:8000`, `https://…`, or `unix:/run/app.sock`. */
export const UPSTREAM_RULE: SettingRule<UpstreamAddress | null> = {
  fallback: null,
  parse: readUpstream,
  expected: 'must be the address of the back end, without a path',
  example: 'http://127.0.0.1:8000',
}

function readUpstream(text: string): UpstreamAddress | undefined {
  const [, path] = /^unix:(\/[^?#]+)$/.exec(text) ?? []
  if (path !== undefined) return { kind: 'socket', path }
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) return undefined
  const isTls = url.protocol === 'https:'
  const port = Number(url.port || (isTls ? 443 : 80))
  return { kind: 'network', isTls, host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port }
}

/** A back end for the paths below a prefix. */
export interface PrefixedUpstream {
  /** `/api`, without a slash at its end. */
  readonly prefix: string
  readonly address: UpstreamAddress
}

/** `/api=http://127.0.0.1:9000 /files=unix:/run/files.sock`. */
export const UPSTREAMS_RULE: SettingRule<readonly PrefixedUpstream[]> = {
  fallback: [],
  parse(text) {
    const read = text.split(/\s+/).map(readPrefixed)
    const prefixes = new Set(read.map((one) => one?.prefix))
    return read.every((one) => one !== null) && prefixes.size === read.length ? read : undefined
  },
  expected: 'must be paths, each once and with the address of its back end, separated by spaces',
  example: '"/api=http://127.0.0.1:9000 /files=unix:/run/files.sock"',
}

function readPrefixed(entry: string): PrefixedUpstream | null {
  const [, prefix = '', text = ''] = /^(\/[^=*]*[^=*/])=(.+)$/.exec(entry) ?? []
  const address = readUpstream(text)
  return address && isPlainPath(prefix) ? { prefix, address } : null
}

/** The address as the operator wrote it. */
export function placeOf(address: UpstreamAddress): string {
  if (address.kind === 'socket') return `unix:${address.path}`
  const host = address.host.includes(':') ? `[${address.host}]` : address.host
  return `${address.isTls ? 'https' : 'http'}://${host}:${address.port}`
}

/** What is sent to the back end. The headers alternate: names and values. */
export interface Outgoing {
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
}

/** Opens requests to one back end. */
export interface Upstream {
  /** `reuse` allows a connection that is open already. The back end may close it at the same moment. */
  open(outgoing: Outgoing, reuse: boolean): ClientRequest
  close(): void
}

/** The back end is on this machine, or near. */
const CONNECT_MS = 3_000

/**
 * Makes the upstream of several back ends: each request goes to the longest prefix of its path. A path that two programs could
 * read differently goes to the first one, which has no prefix.
 */
export function createUpstreams(first: UpstreamAddress, prefixed: readonly PrefixedUpstream[]): Upstream {
  const rest = createUpstream(first)
  const below = prefixed
    .map(({ prefix, address }) => ({ prefix, upstream: createUpstream(address) }))
    .sort((one, other) => other.prefix.length - one.prefix.length)
  const upstreamFor = (url: string) => {
    if (below.length === 0 || clearSpelling(url) === null) return rest
    const [path = ''] = url.split('?')
    return below.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))?.upstream ?? rest
  }
  return {
    open: (outgoing, reuse) => upstreamFor(outgoing.path).open(outgoing, reuse),
    close() {
      rest.close()
      for (const { upstream } of below) upstream.close()
    },
  }
}

/** Makes the upstream of one back end. */
export function createUpstream(address: UpstreamAddress): Upstream {
  const isTls = address.kind === 'network' && address.isTls
  const agent = new (isTls ? HttpsAgent : HttpAgent)({ keepAlive: true, maxFreeSockets: 64 })
  const place =
    address.kind === 'socket' ? { socketPath: address.path } : { host: address.host, port: address.port }
  return {
    open({ method, path, headers }, reuse) {
      const options: RequestOptions = {
        ...place,
        method,
        path,
        headers,
        agent: reuse ? agent : false,
        setHost: false,
      }
      const opened = isTls ? requestOverTls(options) : request(options)
      endSlowConnecting(opened)
      return opened
    },
    close: () => agent.destroy(),
  }
}

function endSlowConnecting(opened: ClientRequest): void {
  opened.once('socket', (socket) => {
    if (!socket.connecting) return
    const timer = setTimeout(() => opened.destroy(new Error('connecting took too long')), CONNECT_MS)
    const stop = () => clearTimeout(timer)
    socket.once('connect', stop).once('close', stop)
  })
}
