import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Secret } from '@portico/program'

/** An old session, and the account that it had when the citizen asked to connect it. A back end may give the same id to another one. */
export interface OldSession {
  readonly sessionId: string
  readonly accountId: string
}

/** Hides the id of an old session in the database of the gate: for many back ends, this id is the secret itself. */
export interface SealedReferences {
  seal(session: OldSession): string
  /** Null if no secret opens it. */
  open(reference: string): OldSession | null
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
    seal({ sessionId, accountId }) {
      const [key] = keys
      if (!key) throw new Error('hooks have a secret')
      const text = JSON.stringify([sessionId, accountId])
      const nonce = createHmac('sha256', key.nonceKey).update(text).digest().subarray(0, NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key.cipherKey, nonce)
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(sealed).toString('base64url')
    },
    open(reference) {
      const bytes = Buffer.from(reference, 'base64url')
      const opened = keys.map(({ cipherKey }) => opens(cipherKey, bytes))
      const text = opened.find((one) => one !== null)
      return text === undefined || text === null ? null : sessionIn(text)
    },
  }
}

/** Null for what a gate of an earlier release sealed: its citizen begins again. */
function sessionIn(text: string): OldSession | null {
  try {
    const [sessionId, accountId]: unknown[] = JSON.parse(text)
    return typeof sessionId === 'string' && typeof accountId === 'string' ? { sessionId, accountId } : null
  } catch {
    return null
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
