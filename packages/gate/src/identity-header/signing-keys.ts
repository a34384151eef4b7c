import { createECDH, hkdfSync } from 'node:crypto'
import type { EncryptionKey } from '@portico/program'
import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK } from 'jose'

/** ECDSA over P-256 (RFC 7518 section 3.4). A library of every language verifies it. */
export const ALGORITHM = 'ES256'

/** A key that signs identity headers, and its public half as it is published. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly published: JWK
}

/** The order of the group of P-256 (SEC 2 section 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** With 16 bytes more than the order has, all keys are equally probable (FIPS 186-5 appendix A.2.1). */
const SEED_BYTES = 48

const PURPOSE = 'portico gate: identity header, ES256'

/**
 * Derives one key from each encryption key. All gates of a database have the same encryption keys, so they have the same
 * signing keys, and each publishes all of them (decision 39). The first key signs.
 */
export function deriveSigningKeys(keys: readonly EncryptionKey[]): Promise<readonly SigningKey[]> {
  return Promise.all(keys.map(({ key }) => signingKey(Buffer.from(key.reveal(), 'base64'))))
}

async function signingKey(secret: Buffer): Promise<SigningKey> {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(scalarOf(secret))
  const point = pair.getPublicKey()
  const half = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const open: JWK = { kty: 'EC', crv: 'P-256', x: half(1), y: half(33) }
  const kid = await calculateJwkThumbprint(open)
  const privateKey = await importJWK({ ...open, d: scalarOf(secret).toString('base64url') }, ALGORITHM)
  if (privateKey instanceof Uint8Array) throw new Error('a key of P-256 is not a secret of bytes')
  return { kid, privateKey, published: { ...open, kid, alg: ALGORITHM, use: 'sig' } }
}

function scalarOf(secret: Buffer): Buffer {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, SEED_BYTES))
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
}
