import { gzipSync } from 'node:zlib'
import { asset, type Reply } from './reply.ts'

/** A file as it is, and shorter. Nothing secret is in it, so its compressed length tells nobody anything. */
export interface PackedAsset {
  /** The answer for a request with this `Accept-Encoding`. */
  replyTo(acceptEncoding: string | undefined): Reply
}

/** Compresses a file once (RFC 9110 section 8.4.1.3). A file that does not get shorter is always sent as it is. */
export function packAsset(type: string, body: string | Buffer): PackedAsset {
  const bytes = Buffer.from(body)
  const gzip = gzipSync(bytes, { level: 9 })
  const plain = asset(type, bytes)
  if (gzip.length >= bytes.length) return { replyTo: () => plain }
  const vary = { vary: 'Accept-Encoding' }
  const asItIs = asset(type, bytes, vary)
  const packed = asset(type, gzip, { ...vary, 'content-encoding': 'gzip' })
  return { replyTo: (acceptEncoding) => (takesGzip(acceptEncoding) ? packed : asItIs) }
}

/** Whether the browser takes gzip: by its name, or else by `*`, with a weight above 0 (RFC 9110 section 12.5.3). */
function takesGzip(acceptEncoding = ''): boolean {
  const weights = new Map(acceptEncoding.toLowerCase().split(',').map(weightOf))
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

function weightOf(choice: string): readonly [coding: string, weight: number] {
  const [coding = '', ...parameters] = choice.split(';').map((part) => part.trim())
  const weight = parameters.find((each) => each.startsWith('q='))?.slice('q='.length) ?? '1'
  return [coding, Number(weight)]
}
