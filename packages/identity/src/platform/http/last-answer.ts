import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long a caller may go on sending after the last answer. */
const MOST_MILLISECONDS = 5_000

const leaving = new WeakSet<Duplex>()

/**
 * Ends a connection in stages (RFC 9112 section 9.6): what was written is sent with an end behind it, and whatever
 * still comes is read and dropped until the caller ends, too, or too long has passed. Closed at once, with bytes that
 * nobody read, a connection is reset, and the caller who is still sending loses the answer to the reset.
 */
export function closeInStages(socket: Duplex, mostMilliseconds = MOST_MILLISECONDS): void {
  if (leaving.has(socket)) return
  leaving.add(socket)
  // Taken from Node's parser, so that nothing that follows is handled as a request.
  socket.removeAllListeners('data')
  socket.on('data', () => undefined).resume()
  const last = setTimeout(() => socket.destroy(), mostMilliseconds)
  socket.once('close', () => clearTimeout(last))
  socket.end()
}

/** Has the connection of this request closed in stages behind its answer, where the request is not whole by then. */
export function closeBehindAnswer(request: IncomingMessage): void {
  const { socket } = request
  const closeAtOnce = socket.destroySoon.bind(socket)
  socket.destroySoon = () => (request.complete ? closeAtOnce() : closeInStages(socket))
}
