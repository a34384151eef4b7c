import type { IncomingMessage } from 'node:http'

const NOTHING = Buffer.alloc(0)

/**
 * Reads at most this many bytes of a body and decodes nothing. It answers `too-large` as soon as the announced length
 * or the bytes received say so. It answers nothing where the caller leaves before the end.
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
