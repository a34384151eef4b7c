import type { Keyring } from '../platform/keyring.ts'
import { Secret } from '../platform/secret.ts'
import type { Envelope, Letter } from './letter.ts'

/** A letter with its recipient. The outbox stores it sealed, because it contains a link and its code. */
export interface Addressed {
  readonly to: Envelope['to']
  readonly language: string
  readonly letter: Letter
  /** In base64url. */
  readonly askedBy?: string | undefined
  /** The id of its citizen. A letter of an earlier release has none. */
  readonly about?: string | undefined
}

/** Seals a letter for its row. The seal covers the recipient, so a change of the row cannot redirect the letter. */
export function sealLetter(keyring: Keyring, messageId: string, { letter, ...envelope }: Addressed): Buffer {
  const plain = JSON.stringify({ ...envelope, letter: revealed(letter) })
  return keyring.seal(Buffer.from(plain), contextOf(messageId))
}

/** Opens a sealed letter. Throws CannotUnseal. */
export function openLetter(keyring: Keyring, messageId: string, sealed: Buffer): Addressed {
  const plain = keyring.unseal(sealed, contextOf(messageId)).toString()
  const addressed: Addressed = JSON.parse(plain, (key, value: unknown) =>
    (key === 'link' || key === 'code') && typeof value === 'string' ? new Secret(value) : value,
  )
  return addressed
}

/** The same with the text of each secret, wherever it is. */
function revealed(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal()
  if (Array.isArray(value)) return value.map(revealed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revealed(part)]))
}

/** What the seal of a letter names. */
export function contextOf(messageId: string): string {
  return `outbox ${messageId}`
}
