/** Rotations of `mix` and of `final`, which lookup3 of Bob Jenkins has (src/common/hashfn.c of PostgreSQL). */
const MIX = [4, 6, 8, 16, 19, 4]
const FINAL = [14, 11, 25, 16, 4, 14, 24]

/** `hash_bytes` begins with this number and the length of its key. */
const START = 0x9e3779b9 + 3_923_095

/**
 * PostgreSQL's `uuid_hash`, from -2^31 to 2^31-1: `hash_bytes` (src/common/hashfn.c) of the sixteen bytes, as a server with
 * little-endian numbers calculates it. By this number Citus knows the part of a citizen: a distributed table uses the hash of its
 * column's type (BuildCachedShardList and FindShardInterval of Citus).
 */
export function hashUuid(uuid: string): number {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  const start = START + bytes.length
  // Its names are a, b and c. Each step does the same with the next one, so they take turns.
  let x = (start + bytes.readInt32LE(0)) | 0
  let y = (start + bytes.readInt32LE(4)) | 0
  let z = (start + bytes.readInt32LE(8)) | 0
  for (const bits of MIX) {
    const mixed = (x - z) ^ rotated(z, bits)
    const next = (z + y) | 0
    x = y
    y = next
    z = mixed
  }
  const a = (x + bytes.readInt32LE(12)) | 0
  x = z
  z = a
  for (const bits of FINAL) {
    const last = ((x ^ y) - rotated(y, bits)) | 0
    x = z
    z = y
    y = last
  }
  return y
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}
