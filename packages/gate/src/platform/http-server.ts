import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from '@portico/program'
import { type Closing, closingOf } from './closing.ts'

/** A request that was answered, or a WebSocket that was opened or refused. */
export interface Access {
  readonly request: Pick<IncomingMessage, 'method' | 'url' | 'socket' | 'headers'>
  /** Null for a WebSocket: what was said is not known here. */
  readonly status: number | null
  readonly seconds: number
  readonly route: string
}

/** What a server is made of. */
export interface ServerNeeds {
  readonly log: Logger
  /** Answers a request. Returns the name of the route, for the metrics. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<string>
  /** Takes a WebSocket. Without it, a request to upgrade is answered like any other. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<string>
  onAnswer?(route: string, status: number, seconds: number): void
  onAccess?(access: Access): void
}

/** A server that listens. Its end answers what was asked, then ends every connection. */
export interface HttpServer extends Closing {
  readonly host: string
  readonly port: number
}

const LIMITS = {
  headersTimeout: 10_000,
  // A large file may take long to upload. The back end or the proxy in front limits its size.
  requestTimeout: 900_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32 * 1024,
} as const

/** Starts a server. Throws if the port is in use. */
export async function openHttpServer(
  needs: ServerNeeds,
  place: { readonly host: string; readonly port: number },
): Promise<HttpServer> {
  const shouldUpgradeCallback = needs.upgrade ? opensWebSocket : () => false
  const take = (request: IncomingMessage, response: ServerResponse) => void answer(needs, request, response)
  const server = createServer({ ...LIMITS, shouldUpgradeCallback })
  const closing = closingOf(server)
  // Without the second one, Node asks for a body before anybody has looked whose it is.
  server.on('request', take).on('checkContinue', take)
  // `maxHeaderSize` limits all of them together. Node before version 26 drops those behind the thousandth.
  server.maxHeadersCount = 0
  if (needs.upgrade) server.on('upgrade', (...asked) => void upgrade(needs, asked))
  await once(server.listen(place.port, place.host), 'listening')
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('The server has no port')
  return { host: listening.address, port: listening.port, ...closing }
}

/** Another protocol that a client offers, such as h2c, is not taken up (RFC 9110 section 7.8). */
function opensWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

async function answer(
  { answer, onAnswer, onAccess, log }: ServerNeeds,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const begunAt = performance.now()
  let route = 'failed'
  try {
    route = await answer(request, response)
  } catch (error) {
    log.log('error', 'request_failed', { message: error instanceof Error ? error.message : 'unknown' })
    if (response.headersSent) response.destroy()
    else
      response
        // Without these words, Node takes those of an answer that could not be written, and throws again.
        .writeHead(500, STATUS_CODES[500], { 'cache-control': 'no-store', 'content-type': 'text/plain' })
        .end('Internal error\n')
  }
  const seconds = (performance.now() - begunAt) / 1000
  onAnswer?.(route, response.statusCode, seconds)
  onAccess?.({ request, status: response.statusCode, seconds, route })
}

async function upgrade(
  { upgrade, onAnswer, onAccess, log }: ServerNeeds,
  [request, socket, head]: [IncomingMessage, Duplex, Buffer],
): Promise<void> {
  const begunAt = performance.now()
  try {
    const route = await upgrade?.(request, socket, head)
    const seconds = (performance.now() - begunAt) / 1000
    onAnswer?.(route ?? 'upgrade', 101, seconds)
    onAccess?.({ request, status: null, seconds, route: route ?? 'upgrade' })
  } catch (error) {
    log.log('error', 'upgrade_failed', { message: error instanceof Error ? error.message : 'unknown' })
    socket.destroy()
  }
}
