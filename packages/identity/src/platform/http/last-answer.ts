import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long a caller may go on sending after the last answer. */
const MOST_MILLISECONDS = 5_000

const leaving = new WeakSet<Duplex>()

/** Whether the last answer on this connection was sent. Nothing that comes after it is a request. */
export function isLeaving(socket: Duplex): boolean {
  return leaving.has(socket)
}

/**
 * Closes a connection in stages (RFC 9112 section 9.6): our side ends behind what was written; Node's parser reads and
 * drops what still comes until the caller ends its side, too, or too long has passed. Were the connection closed at once,
 * with bytes that nobody read, the system would reset it, and the caller who is still sending would lose the answer.
 */
export function closeInStages(socket: Duplex, mostMilliseconds = MOST_MILLISECONDS): void {
  if (leaving.has(socket)) return
  leaving.add(socket)
  const last = setTimeout(() => socket.destroy(), mostMilliseconds)
  socket.once('close', () => clearTimeout(last))
  socket.end()
}

/**
 * Whether the caller is still sending a request that is the last on its connection. Node says `complete` only after it has
 * told us of the request, so one without a body is recognised by its headers.
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
 * Sends the body of a last answer whose head is written, and closes the connection in stages behind it. The response is
 * not ended, because Node would then close the connection at once.
 */
export function endInStages(request: IncomingMessage, response: ServerResponse, body: string | Buffer): void {
  const close = () => closeInStages(request.socket)
  request.resume()
  if (request.method !== 'HEAD') return void response.write(body, close)
  // An answer before this one is still to come on the connection, and nothing tells when an answer without a body is out.
  if (response.socket === null) return void response.end()
  response.flushHeaders()
  close()
}
