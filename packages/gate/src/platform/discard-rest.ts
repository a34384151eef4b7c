import type { IncomingMessage } from 'node:http'

/** What a browser sends before it looks for an answer: a form with files. */
const MOST_BYTES = 16 * 1_048_576
const MOST_MS = 10_000

/**
 * Reads and drops the rest of the body of a refused request, at most 16 megabytes and for at most ten seconds, and then closes
 * the connection. To close at once could lose the answer. Somebody who only sends keeps nothing here but a connection.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return
  let left = MOST_BYTES
  const timer = setTimeout(() => request.destroy(), MOST_MS)
  const stop = () => clearTimeout(timer)
  request.on('error', () => undefined)
  request.once('end', stop).once('close', stop)
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  // What was piped to the back end has been paused.
  request.resume()
}
