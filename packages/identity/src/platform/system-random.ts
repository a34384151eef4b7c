import { generateKeyPair, randomFillSync } from 'node:crypto'
import { promisify } from 'node:util'
import type { MakeKeyPair, Random } from './random.ts'

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

const MODULUS_BITS = 2048

/** Makes a key pair with the operating system's randomness. */
export const systemKeyPair: MakeKeyPair = () =>
  promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
