import { type ClientRequest, Agent as HttpAgent, type RequestOptions, request } from 'node:http'
import { Agent as HttpsAgent, request as requestOverTls } from 'node:https'
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
