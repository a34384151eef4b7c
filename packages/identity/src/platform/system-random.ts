import { randomFillSync } from 'node:crypto'
import type { Random } from './random.ts'

const POOL_BYTES = 8192
let pool = Buffer.alloc(0)

/** The operating system's randomness, read in blocks. Each byte is returned once. */
export const systemRandom: Random = {
  bytes(length) {
    if (length > POOL_BYTES) return randomFillSync(Buffer.alloc(length))
    if (pool.length < length) pool = randomFillSync(Buffer.alloc(POOL_BYTES))
    const taken = Buffer.from(pool.subarray(0, length))
    pool.fill(0, 0, length)
    pool = pool.subarray(length)
    return taken
  },
}
