import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Requests that still run after this time are cut off. */
const MOST_MS = 10_000
const SWEEP_MS = 50
/** After so many sweeps, nobody waits for the first request of a connection any more. */
const FIRST_REQUEST_SWEEPS = 10

/** How a server ends. */
export interface Closing {
  /** From now on each answer is the last on its connection, and the port is open still. */
  leave(): void
  close(): Promise<void>
}

/** A request, and the answer to it. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Watches the connections of a server, which nobody listens to yet. Returns what closes it: what was asked is answered, and
 * then every connection ends. A server that leaves lets go of its callers before. One that was opened just before has half a second for its first request. Browsers open
 * connections ahead for which none comes.
 */
export function closingOf(server: Server): Closing {
  const sockets = new Set<Socket>()
  const open = new Set<Exchange>()
  let isLeaving = false
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const watch = (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response }
    open.add(exchange)
    response.once('close', () => open.delete(exchange))
    if (isLeaving) sayLastWhenWhole(exchange)
  }
  server.on('request', watch).on('checkContinue', watch)
  const leave = () => {
    isLeaving = true
    open.forEach(sayLastWhenWhole)
  }
  const close = async () => {
    leave()
    const closed = once(server, 'close')
    // Closes the port and no connection. The `close` of a server of HTTP ends those that were opened a moment ago, too.
    NetServer.prototype.close.call(server)
    let sweeps = 0
    const sweepOnce = () => {
      open.forEach(sayLast)
      const unused = [...sockets].filter(({ bytesRead }) => bytesRead === 0)
      if (unused.length > 0 && sweeps++ < FIRST_REQUEST_SWEEPS) return
      server.closeIdleConnections()
      for (const socket of unused) socket.destroy()
    }
    sweepOnce()
    const sweep = setInterval(sweepOnce, SWEEP_MS)
    const last = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, MOST_MS)
    await closed
    clearInterval(sweep)
    clearTimeout(last)
    // Ends the timer of its deadlines, too.
    server.close()
  }
  return { leave, close }
}

/** Says it now, or when the rest of the request has come, where that is before the answer. */
function sayLastWhenWhole(exchange: Exchange): void {
  sayLast(exchange)
  if (!exchange.request.complete) exchange.request.once('end', () => sayLast(exchange))
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
