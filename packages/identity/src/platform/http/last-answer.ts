import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long a caller may send after the last answer. */
const MOST_MILLISECONDS = 5_000

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
export function closeInStages(socket: Duplex, mostMilliseconds = MOST_MILLISECONDS): void {
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
