import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Secret } from '@portico/program'

/** Hides the id of an old session in the database of the gate: for many back ends, this id is the secret itself. */
export interface SealedReferences {
  seal(sessionId: string): string
  /** Null if no secret opens it. */
  open(reference: string): string | null
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Makes it of the secrets of the hooks. The nonce comes from the id, so that one session has one reference. */
export function sealedReferences(secrets: readonly Secret[]): SealedReferences {
  const keys = secrets.map((secret) => {
    const derived = (use: string) =>
      Buffer.from(hkdfSync('sha256', secret.reveal(), '', `portico-gate old session ${use}`, 32))
    return { cipherKey: derived('cipher'), nonceKey: derived('nonce') }
  })
  return {
    seal(sessionId) {
      const [key] = keys
      if (!key) throw new Error('hooks have a secret')
      const nonce = createHmac('sha256', key.nonceKey).update(sessionId).digest().subarray(0, NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key.cipherKey, nonce)
      const sealed = [nonce, cipher.update(sessionId, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(sealed).toString('base64url')
    },
    open(reference) {
      const bytes = Buffer.from(reference, 'base64url')
      const opened = keys.map(({ cipherKey }) => opens(cipherKey, bytes))
      return opened.find((one) => one !== null) ?? null
    },
  }
}

function opens(key: Buffer, bytes: Buffer): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8')
    return text + decipher.final('utf8')
  } catch {
    return null
  }
}
