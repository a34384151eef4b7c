import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { VisitorRequest } from '@portico/program'
import { hasMethodOverride } from '../platform/index.ts'

/** The proxies that may ask. Each says in its own way which request it asks about. */
export const PROXY_KINDS = ['nginx', 'traefik', 'caddy', 'envoy'] as const

/** One of them. */
export type ProxyKind = (typeof PROXY_KINDS)[number]

/** The request that a visitor sent to the proxy. */
export interface OriginalRequest extends VisitorRequest {
  readonly method: string | undefined
  readonly url: string
  readonly host: string
  readonly headers: IncomingHttpHeaders
}

/** Envoy asks below this path, with the method and the path of the visitor's request. */
export const ENVOY_PATH = '/gate/ext-authz'

interface Told {
  readonly method: string
  readonly url: string
  readonly host: string
}

/** The names of the headers. A header of another family is the visitor's own and means nothing. */
const NAMES: Readonly<Record<Exclude<ProxyKind, 'envoy'>, Told>> = {
  nginx: { method: 'x-original-method', url: 'x-original-uri', host: 'x-original-host' },
  traefik: { method: 'x-forwarded-method', url: 'x-forwarded-uri', host: 'x-forwarded-host' },
  caddy: { method: 'x-forwarded-method', url: 'x-forwarded-uri', host: 'x-forwarded-host' },
}

/** Reads the visitor's request. Null if the proxy does not say it once and clearly. */
export function readOriginalRequest(asked: IncomingMessage, proxy: ProxyKind): OriginalRequest | null {
  const told = proxy === 'envoy' ? toldByEnvoy(asked) : toldByHeaders(asked, NAMES[proxy])
  if (!told || !/^[A-Z]{1,20}$/.test(told.method) || !told.url.startsWith('/')) return null
  const { headers } = asked
  return {
    ...{ url: told.url, host: told.host },
    method: hasMethodOverride(headers) ? undefined : told.method,
    headers: opensWebSocket(asked) ? { ...headers, upgrade: 'websocket' } : headers,
  }
}

function toldByHeaders({ rawHeaders }: IncomingMessage, names: Told): Told | null {
  const method = saidOnce(rawHeaders, names.method)
  const url = saidOnce(rawHeaders, names.url)
  const host = saidOnce(rawHeaders, names.host)
  return method === null || url === null || host === null ? null : { method, url, host }
}

/** The value of a header that is there once. Names and values alternate. */
function saidOnce(rawHeaders: readonly string[], name: string): string | null {
  let found: string | null = null
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const own = rawHeaders[at] ?? ''
    if (own.length !== name.length || own.toLowerCase() !== name) continue
    if (found !== null) return null
    found = rawHeaders[at + 1] ?? null
  }
  return found
}

function toldByEnvoy({ method = '', url = '', headers: { host = '' } }: IncomingMessage): Told | null {
  return url.startsWith(`${ENVOY_PATH}/`) ? { method, url: url.slice(ENVOY_PATH.length), host } : null
}

/**
 * Whether a browser opens a WebSocket. A proxy removes `Upgrade` before it asks, and these headers stay. Without them,
 * a page of another site could open one as the citizen (RFC 6455 section 10.2).
 */
function opensWebSocket({ headers }: IncomingMessage): boolean {
  return (
    headers.upgrade !== undefined ||
    headers['sec-websocket-key'] !== undefined ||
    headers['sec-websocket-version'] !== undefined ||
    headers['sec-fetch-mode'] === 'websocket'
  )
}
