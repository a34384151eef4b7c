import { hash as digestOf } from 'node:crypto'
import { accepted, refused } from '../../platform/result.ts'
import { constantTimeEqual } from '../../platform/secret.ts'
import { readBase64 } from './base64.ts'
import { KIB, LEAST_SALT_BYTES, type ReadForm } from './form.ts'

const SSHA = /^\{SSHA(|256|512)\}(.+)$/i
const DIGESTS: Readonly<Record<string, { readonly name: string; readonly bytes: number }>> = {
  '': { name: 'sha1', bytes: 20 },
  256: { name: 'sha256', bytes: 32 },
  512: { name: 'sha512', bytes: 64 },
}

/** A salted digest of an LDAP server: `{SSHA}`, `{SSHA256}`, `{SSHA512}`. What follows the digest is the salt. */
export const readSsha: ReadForm = (text) => {
  if (!/^\{SSHA/i.test(text)) return undefined
  const [, size = 'none', encoded = ''] = SSHA.exec(text) ?? []
  const [digest, bytes] = [DIGESTS[size], readBase64(encoded)]
  if (!digest || !bytes || bytes.length < digest.bytes + LEAST_SALT_BYTES) return refused('unknown')
  const [wanted, salt] = [bytes.subarray(0, digest.bytes), bytes.subarray(digest.bytes)]
  return accepted({
    milliseconds: 0,
    bytes: KIB,
    isRight: async (password) =>
      constantTimeEqual(digestOf(digest.name, Buffer.concat([password, salt]), 'buffer'), wanted),
  })
}
