import { pbkdf2 as pbkdf2WithCallback } from 'node:crypto'
import { accepted, type Result, refused } from '../../platform/result.ts'
import { constantTimeEqual } from '../../platform/secret.ts'
import { readBase64 } from './base64.ts'
import {
  type ForeignHash,
  type HashRefusal,
  KIB,
  LEAST_HASH_BYTES,
  LEAST_SALT_BYTES,
  type ReadForm,
} from './form.ts'

/** What one round gives, and how many rounds a core does in a millisecond. */
const DIGESTS = {
  sha1: { bytes: 20, rounds: 4_600 },
  sha256: { bytes: 32, rounds: 5_900 },
  sha512: { bytes: 64, rounds: 1_900 },
} as const

type Digest = keyof typeof DIGESTS

const PHC = /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,20})(?:,l=\d{1,3})?\$([^$]+)\$([^$]+)$/
const DJANGO = /^pbkdf2_(sha1|sha256)\$(\d{1,20})\$([^$]+)\$([^$]+)$/

/** PBKDF2 in PHC string format, and as passlib writes it. Without a digest it is SHA-1. */
export const readPbkdf2: ReadForm = (text) => {
  if (!/^\$pbkdf2[-$]/.test(text)) return undefined
  const [, digest = 'sha1', rounds, saltText = '', hashText = ''] = PHC.exec(text) ?? []
  const salt = readBase64(saltText)
  if (!isDigest(digest) || !salt) return refused('unknown')
  return pbkdf2Hash(digest, Number(rounds), salt, hashText)
}

/** PBKDF2 as Django writes it: the salt is text. */
export const readDjangoPbkdf2: ReadForm = (text) => {
  if (!text.startsWith('pbkdf2_')) return undefined
  const [, digest = '', rounds, salt = '', hashText = ''] = DJANGO.exec(text) ?? []
  return isDigest(digest)
    ? pbkdf2Hash(digest, Number(rounds), Buffer.from(salt), hashText)
    : refused('unknown')
}

function isDigest(name: string): name is Digest {
  return Object.hasOwn(DIGESTS, name)
}

/** No hash of a password is longer. */
const MOST_BYTES = 128

function pbkdf2Hash(
  digest: Digest,
  rounds: number,
  salt: Buffer,
  hashText: string,
): Result<ForeignHash, HashRefusal> {
  const hash = readBase64(hashText)
  const isLong = hash && hash.length >= LEAST_HASH_BYTES && salt.length >= LEAST_SALT_BYTES
  if (!isLong || hash.length > MOST_BYTES || rounds < 1) return refused('unknown')
  const blocks = Math.ceil(hash.length / DIGESTS[digest].bytes)
  return accepted({
    milliseconds: (blocks * rounds) / DIGESTS[digest].rounds,
    bytes: KIB,
    isRight: (password) =>
      new Promise((resolve, reject) => {
        pbkdf2WithCallback(password, salt, rounds, hash.length, digest, (fault, key) =>
          fault ? reject(fault) : resolve(constantTimeEqual(key, hash)),
        )
      }),
  })
}
