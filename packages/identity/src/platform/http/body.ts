import type { IncomingMessage } from 'node:http'

const NOTHING = Buffer.alloc(0)

/**
 * Reads a body of at most so many bytes, as they come: nothing is decoded. `too-large` is said as soon as it is known,
 * by the length that was announced or by the bytes that came; `gone` when the caller left before the end.
 */
export function readBody(
  request: IncomingMessage,
  mostBytes: number,
): Promise<Buffer | 'too-large' | 'gone'> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return Promise.resolve('too-large')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= mostBytes) chunks.push(chunk)
      else resolve('too-large')
    })
    request.on('end', () => resolve(chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? NOTHING)))
    // Nobody needs to hear of the error that comes before it; comes it after the end, it changes nothing.
    request.on('close', () => resolve('gone'))
  })
}
