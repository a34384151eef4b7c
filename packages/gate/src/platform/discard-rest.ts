import type { IncomingMessage } from 'node:http'

/** What a browser sends before it looks for an answer: a form with files. */
const MOST = { bytes: 16 * 1_048_576, ms: 10_000 }

/**
 * Reads and drops the rest of the body of a refused request, at most 16 megabytes and for at most ten seconds, and then closes
 * the connection. To close at once could lose the answer. Somebody who only sends keeps nothing here but a connection.
 */
export function discardRest(request: IncomingMessage, most = MOST): void {
  if (request.readableEnded || request.destroyed) return
  let left = most.bytes
  const timer = setTimeout(() => request.destroy(), most.ms)
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
