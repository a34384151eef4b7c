import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Reply } from '../platform/http/reply.ts'
import { CannotUnseal, type Keyring } from '../platform/keyring.ts'
import { parseOwnJson } from '../platform/own-json.ts'
import type { SentForm } from './answer-store.ts'

/** What is kept of an answer. `again`: it is made again, because it is long. */
export type KeptAnswer = Reply | 'again'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

const FIRST_STATUS_OF_LATER = 429

/**
 * What is kept of a reply. Nothing of one that tells the browser to come again: the next request is a new try. A file in parts
 * is made again.
 */
export function keptOf(reply: Reply): KeptAnswer | undefined {
  if (reply.status >= FIRST_STATUS_OF_LATER || typeof reply.body !== 'string') return undefined
  if (reply.parts) return 'again'
  const { status, headers, cookies, body } = reply
  return { status, headers, cookies, body }
}

/** Seals an answer: it may have a session cookie or an authorization code. */
export async function sealAnswer(keyring: Keyring, sent: SentForm, kept: KeptAnswer): Promise<Buffer> {
  return keyring.seal(await deflate(JSON.stringify(kept)), contextOf(sent))
}

/** Opens an answer. Nothing where its key is gone. */
export async function openAnswer(
  keyring: Keyring,
  sent: SentForm,
  sealed: Buffer,
): Promise<KeptAnswer | undefined> {
  try {
    return parseOwnJson<KeptAnswer>((await inflate(keyring.unseal(sealed, contextOf(sent)))).toString())
  } catch (error) {
    if (error instanceof CannotUnseal) return undefined
    throw error
  }
}

function contextOf({ form, act }: SentForm): string {
  return `answered form ${form.toString('base64url')} ${act.toString('base64url')}`
}
