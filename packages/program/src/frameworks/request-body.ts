import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { type Clock, systemClock } from '../platform/index.ts'

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

/** The most that is thrown away of a body that was refused, and for how long. */
const MOST_DISCARDED_BYTES = 1_048_576
const MOST_DISCARDED_MS = 10_000

/**
 * Throws away what is left of a body that nobody wanted to the end, a megabyte or ten seconds of it at most: closing at
 * once could take the answer with it, and reading on for ever would let the visitor decide.
 */
export function discardRest(request: IncomingMessage, clock: Clock = systemClock): void {
  if (request.readableEnded || request.destroyed) return
  let left = MOST_DISCARDED_BYTES
  const over = new AbortController()
  request.on('error', () => undefined)
  request.once('close', () => over.abort())
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.byteLength
    if (left < 0) request.destroy()
  })
  void clock.sleep(MOST_DISCARDED_MS, over.signal).then(() => {
    if (!request.readableEnded) request.destroy()
  })
}
