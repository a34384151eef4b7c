import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How often the closing server checks its connections. */
const SWEEP_MILLISECONDS = 50

/** The running server refuses a request as too slow after the same time. */
const MOST_MILLISECONDS = 10_000

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
 * Ends the connections of a closing server. Node's `close` ends those that are idle at that moment, and waits for all others
 * however long they stay open: one that becomes idle a moment later, one without any request (browsers open them ahead), one
 * with half a request. Complete requests get their answer first. Returns the function to call when closing begins.
 */
export function endLingering(server: Server, mostMilliseconds = MOST_MILLISECONDS): () => void {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return () => {
    beginToEnd(server)
    if (!server.listening) return
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    }, SWEEP_MILLISECONDS)
    const last = setTimeout(() => server.closeAllConnections(), mostMilliseconds)
    server.once('close', () => {
      clearInterval(sweep)
      clearTimeout(last)
    })
  }
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
