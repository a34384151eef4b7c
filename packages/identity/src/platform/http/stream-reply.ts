import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What Node says where the caller has left: while the parts were sent, or before the first one. */
const HAS_LEFT: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']

/**
 * Sends a body in parts, as fast as the caller reads. A caller who leaves is no fault. Where a part cannot be made, the
 * connection is cut, so that nobody takes a piece for the whole.
 */
export async function streamBody(response: ServerResponse, parts: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(parts, { objectMode: false }), response)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && HAS_LEFT.includes(error.code))) throw error
  }
}
