import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** A body as fetch takes it. */
export type WebBody = NonNullable<RequestInit['body']>

/** A stream that takes from the request only what is asked for, so that a request that is not ours stays whole. */
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

/** The most that is thrown away of a body that was refused. */
const MOST_DISCARDED_BYTES = 1_048_576

/**
 * Throws away what is left of a body that nobody wanted to the end, a megabyte at most: closing at once could take the
 * answer with it, and reading on for ever would let the visitor decide.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return
  let left = MOST_DISCARDED_BYTES
  request.on('error', () => undefined)
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.byteLength
    if (left < 0) request.destroy()
  })
}
