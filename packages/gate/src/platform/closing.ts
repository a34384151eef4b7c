import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that still run after this time are cut off. */
const MOST_MS = 10_000
const SWEEP_MS = 50

/** A request, and the answer to it. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Watches the connections of a server, which nobody listens to yet. Returns what closes it: what was asked is answered, and
 * then every connection ends. Node waits for those on which nothing was asked yet. Browsers open such connections ahead.
 */
export function closingOf(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  const open = new Set<Exchange>()
  let isClosing = false
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const watch = (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response }
    open.add(exchange)
    response.once('close', () => open.delete(exchange))
    if (isClosing) sayLast(exchange)
  }
  server.on('request', watch).on('checkContinue', watch)
  return async () => {
    isClosing = true
    const closed = once(server.close(), 'close')
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      open.forEach(sayLast)
    }, SWEEP_MS)
    const last = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, MOST_MS)
    open.forEach(sayLast)
    await closed
    clearInterval(sweep)
    clearTimeout(last)
  }
}

/**
 * Says that the answer is the last on its connection (RFC 9112 section 9.6). A proxy would otherwise send its next request
 * on it, and lose it. Where the rest of a request still comes, nothing is said: Node would close with bytes unread, and the
 * answer could be lost.
 */
function sayLast({ request, response }: Exchange): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const isWhole = request.complete || (length === undefined && encoding === undefined)
  if (isWhole && !response.headersSent) response.shouldKeepAlive = false
}
