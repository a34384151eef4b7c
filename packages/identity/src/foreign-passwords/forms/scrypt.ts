import { createCipheriv, scrypt as scryptWithCallback } from 'node:crypto'
import { accepted, type Result, refused } from '../../platform/result.ts'
import { constantTimeEqual } from '../../platform/secret.ts'
import { readBase64 } from './base64.ts'
import {
  type ForeignHash,
  type HashRefusal,
  LEAST_HASH_BYTES,
  LEAST_SALT_BYTES,
  type ReadForm,
} from './form.ts'

/** How scrypt works: 2 to the power of `log` blocks of 128 times `size` bytes, `lanes` times. */
interface Cost {
  readonly log: number
  readonly size: number
  readonly lanes: number
}

/** A core fills and reads this many bytes in a millisecond. */
const BYTES_A_MILLISECOND = 260_000

const PHC = /^\$scrypt\$ln=(\d{1,20}),r=(\d{1,20}),p=(\d{1,20})\$([^$]+)\$([^$]+)$/
const DJANGO = /^scrypt\$(\d{1,20})\$([^$]+)\$(\d{1,20})\$(\d{1,20})\$([^$]+)$/
const FIREBASE =
  /^\$fbscrypt\$v=1,n=(\d{1,20}),r=(\d{1,20}),p=(\d{1,20}),ss=([^,$]*),sk=([^,$]+)\$([^$]+)\$([^$]+)$/

/** scrypt in PHC string format, as passlib writes it, too. */
export const readScrypt: ReadForm = (text) => {
  if (!text.startsWith('$scrypt$')) return undefined
  const [, log, size, lanes, saltText = '', hashText = ''] = PHC.exec(text) ?? []
  const [salt, hash] = [readBase64(saltText), readBase64(hashText)]
  if (!salt || !hash) return refused('unknown')
  return scryptHash({ log: Number(log), size: Number(size), lanes: Number(lanes) }, salt, hash)
}

/** scrypt as Django writes it. */
export const readDjangoScrypt: ReadForm = (text) => {
  if (!text.startsWith('scrypt$')) return undefined
  const [, blocks, salt = '', size, lanes, hashText = ''] = DJANGO.exec(text) ?? []
  const [log, hash] = [Math.log2(Number(blocks)), readBase64(hashText)]
  if (!Number.isInteger(log) || !hash) return refused('unknown')
  return scryptHash({ log, size: Number(size), lanes: Number(lanes) }, Buffer.from(salt), hash)
}

/**
 * scrypt as Firebase uses it, with the keys of the project: what scrypt makes of the password is a key, and the hash is the signer key of
 * the project, encrypted by AES-256-CTR with it.
 */
export const readFirebaseScrypt: ReadForm = (text) => {
  if (!text.startsWith('$fbscrypt$')) return undefined
  const [, log, size, lanes, ...texts] = FIREBASE.exec(text) ?? []
  const [separator, signerKey, salt, hash] = texts.map(readBase64)
  if (!salt || !hash || !signerKey || signerKey.length !== hash.length) return refused('unknown')
  const whole = Buffer.concat([salt, separator ?? Buffer.alloc(0)])
  const cost = { log: Number(log), size: Number(size), lanes: Number(lanes) }
  return bounded({ cost, salt, hash }, async (password) => {
    const key = await scrypt(password, { salt: whole, length: 32, cost })
    const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
    return constantTimeEqual(Buffer.concat([cipher.update(signerKey), cipher.final()]), hash)
  })
}

function scryptHash(cost: Cost, salt: Buffer, hash: Buffer): Result<ForeignHash, HashRefusal> {
  return bounded({ cost, salt, hash }, async (password) =>
    constantTimeEqual(await scrypt(password, { salt, length: hash.length, cost }), hash),
  )
}

function bounded(
  { cost: { log, size, lanes }, salt, hash }: { cost: Cost; salt: Buffer; hash: Buffer },
  isRight: ForeignHash['isRight'],
): Result<ForeignHash, HashRefusal> {
  if (salt.length < LEAST_SALT_BYTES || hash.length < LEAST_HASH_BYTES) return refused('unknown')
  if (!(log >= 1 && size >= 1 && lanes >= 1)) return refused('unknown')
  const bytes = 128 * size * 2 ** log
  return accepted({ milliseconds: (bytes * lanes) / BYTES_A_MILLISECOND, bytes, isRight })
}

function scrypt(
  password: Buffer,
  { salt, length, cost }: { readonly salt: Buffer; readonly length: number; readonly cost: Cost },
): Promise<Buffer> {
  const { log, size: r, lanes: p } = cost
  const options = { N: 2 ** log, r, p, maxmem: 2 * 128 * r * (2 ** log + p) }
  return new Promise((resolve, reject) => {
    scryptWithCallback(password, salt, length, options, (fault, key) =>
      fault ? reject(fault) : resolve(key),
    )
  })
}
