import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { type Clock, systemClock } from '../platform/index.ts'

/** A body as `fetch` accepts it. */
export type WebBody = NonNullable<RequestInit['body']>

/** A stream that reads from the request only on demand. The body of a request that is not ours stays unread. */
export function bodyStream(source: Readable): WebBody {
  let chunks: AsyncIterator<Uint8Array> | null = null
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= source.iterator({ destroyOnReturn: false })
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

const MAX_DISCARDED_BYTES = 1_048_576
const MAX_DISCARDING_MS = 10_000

/**
 * Reads and drops the rest of a body, at most a megabyte and for at most ten seconds, and then closes the connection.
 * To close at once could lose the response. To read without a limit would let the visitor keep the connection busy.
 */
export function discardRest(request: IncomingMessage, clock: Clock = systemClock): void {
  if (request.readableEnded || request.destroyed) return
  let left = MAX_DISCARDED_BYTES
  const over = new AbortController()
  request.on('error', () => undefined)
  request.once('close', () => over.abort())
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.byteLength
    if (left < 0) request.destroy()
  })
  void clock.sleep(MAX_DISCARDING_MS, over.signal).then(() => {
    if (!request.readableEnded) request.destroy()
  })
}
