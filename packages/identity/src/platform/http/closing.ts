import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How often the closing server checks its connections. */
const SWEEP_MILLISECONDS = 50

/** The running server refuses a request as too slow after the same time. */
const MOST_MILLISECONDS = 10_000

/** After so many sweeps, nobody waits for the first request of a connection any more. */
const FIRST_REQUEST_SWEEPS = 10

const ending = new WeakSet<Server>()

/** From now on each answer ends its connection, so that callers who keep theirs find another process before this one closes. */
export function beginToEnd(server: Server): void {
  ending.add(server)
}

/** Whether the server is closing, or soon. Each answer then says that it is the last on its connection (RFC 9112 section 9.6). */
export function isEnding(server: Server): boolean {
  return ending.has(server)
}

/**
 * Watches the connections of a server that nobody listens to yet, and returns what closes it. Complete requests get their answer first,
 * and a connection that was opened just before has half a second for its first request. Node's own `close` ends the connections that are
 * idle at that moment, those among them that are new, and waits for all others however long they stay open: one that becomes idle a
 * moment later, one without any request (browsers open them ahead), one with half a request.
 */
export function closingOf(server: Server, mostMilliseconds = MOST_MILLISECONDS): () => Promise<void> {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return async () => {
    beginToEnd(server)
    if (!server.listening) return
    const closed = once(server, 'close')
    stopListening(server)
    let sweeps = 0
    const sweepOnce = () => {
      const unused = [...connections].filter(({ bytesRead }) => bytesRead === 0)
      if (unused.length > 0 && sweeps++ < FIRST_REQUEST_SWEEPS) return
      server.closeIdleConnections()
      for (const socket of unused) socket.destroy()
    }
    sweepOnce()
    const sweep = setInterval(sweepOnce, SWEEP_MILLISECONDS)
    const last = setTimeout(() => server.closeAllConnections(), mostMilliseconds)
    await closed
    clearInterval(sweep)
    clearTimeout(last)
    // Ends the timer of its deadlines, too.
    server.close()
  }
}

/** Closes the port and no connection: what a server of `node:net` does. */
function stopListening(server: Server): void {
  NetServer.prototype.close.call(server)
}

/** How long a caller may send after the last answer. */
const LAST_MILLISECONDS = 5_000

const leaving = new WeakSet<Duplex>()

/** Whether the last answer on this connection was sent. Later bytes are not read as requests. */
export function isLeaving(socket: Duplex): boolean {
  return leaving.has(socket)
}

/**
 * Closes a connection in stages (RFC 9112 section 9.6). Our side ends after the last byte of the answer. Node's parser
 * then reads and drops what comes, until the caller ends its side or the time is over. If we closed at once with unread
 * bytes, the system would reset the connection, and a caller that is still sending would lose the answer.
 */
export function closeInStages(socket: Duplex, mostMilliseconds = LAST_MILLISECONDS): void {
  if (leaving.has(socket)) return
  leaving.add(socket)
  const last = setTimeout(() => socket.destroy(), mostMilliseconds)
  socket.once('close', () => clearTimeout(last))
  socket.end()
}

/**
 * Whether the caller is still sending a request that is the last on its connection. Node sets `complete` only after the
 * request event, so the headers tell whether a request has a body.
 */
export function isCutShort(request: IncomingMessage, weClose: boolean): boolean {
  if (request.complete) return false
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  return (length !== undefined || encoding !== undefined) && (weClose || asksToClose(request))
}

/** RFC 9112 section 9.3. */
function asksToClose({ httpVersion, headers }: IncomingMessage): boolean {
  const options = headers.connection ?? ''
  return httpVersion === '1.0' ? !/\bkeep-alive\b/i.test(options) : /\bclose\b/i.test(options)
}

/**
 * Sends the body of a last answer whose head is written, then closes the connection in stages. `response.end` is not
 * called, because Node would close the connection at once.
 */
export function endInStages(request: IncomingMessage, response: ServerResponse, body: string | Buffer): void {
  const close = () => closeInStages(request.socket)
  request.resume()
  if (request.method !== 'HEAD') return void response.write(body, close)
  // An earlier answer on this connection is still due, and no event tells when an answer without a body was sent.
  if (response.socket === null) return void response.end()
  response.flushHeaders()
  close()
}
