import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A text that is the same in many answers, and that text compressed. */
export interface ConstantPart {
  readonly text: string
  readonly bytes: Buffer
  /** Whole blocks of DEFLATE (RFC 1951), none of them the last. */
  readonly blocks: Buffer
}

/** Compresses a text once, for all answers that contain it. */
export function constantPart(text: string): ConstantPart {
  const bytes = Buffer.from(text)
  // A synchronous flush ends at a whole byte, so blocks of other bytes can stand before and after these.
  const options = { level: 9, finishFlush: constants.Z_SYNC_FLUSH }
  return { text, bytes, blocks: deflateRawSync(bytes, options) }
}

/**
 * Writes a body as gzip (RFC 1952) in which only the constant part is compressed. Everything else stands in stored blocks
 * (RFC 1951 section 3.2.4). So the length of the answer tells nothing about its secrets, whatever a stranger puts into the
 * page: each byte outside the constant part costs one byte. Returns undefined if the body does not contain the part.
 */
export function gzipAround(body: string, { text, bytes, blocks }: ConstantPart): Buffer | undefined {
  const at = body.indexOf(text)
  if (at < 0) return undefined
  const before = Buffer.from(body.slice(0, at))
  const after = Buffer.from(body.slice(at + text.length))
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(after, crc32(bytes, crc32(before))), 0)
  trailer.writeUInt32LE(before.length + bytes.length + after.length, 4)
  return Buffer.concat([HEAD, ...stored(before), blocks, ...stored(after), LAST, trailer])
}

/** Gzip, DEFLATE, no flags, no time, system unknown (RFC 1952 section 2.3.1). */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** An empty stored block that is the last. */
const LAST = Buffer.from([1, 0, 0, 0xff, 0xff])

const LONGEST_BLOCK = 0xffff

/** Blocks that are not compressed: a byte of flags, the length, its complement, and the bytes. */
function stored(bytes: Buffer): readonly Buffer[] {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += LONGEST_BLOCK) {
    const part = bytes.subarray(at, at + LONGEST_BLOCK)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(part.length, 1)
    head.writeUInt16LE(part.length ^ LONGEST_BLOCK, 3)
    blocks.push(head, part)
  }
  return blocks
}
