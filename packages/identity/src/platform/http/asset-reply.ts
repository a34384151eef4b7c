import { gzipSync } from 'node:zlib'
import { asset, type Reply, takesGzip } from './reply.ts'

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
