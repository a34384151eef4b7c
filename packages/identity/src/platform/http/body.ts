import type { IncomingMessage } from 'node:http'

const NOTHING = Buffer.alloc(0)

/**
 * Reads a body of at most so many bytes, as they come: nothing is decoded. `too-large` is said as soon as it is known,
 * by the length that was announced or by the bytes that came; nothing is said when the caller leaves before the end.
 */
export function readBody(
  request: IncomingMessage,
  mostBytes: number,
  done: (body: Buffer | 'too-large') => void,
): void {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return done('too-large')
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    const wasTooLarge = bytes > mostBytes
    bytes += chunk.length
    if (bytes <= mostBytes) chunks.push(chunk)
    else if (!wasTooLarge) done('too-large')
  })
  request.on('end', () => {
    if (bytes <= mostBytes) done(chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? NOTHING))
  })
}
