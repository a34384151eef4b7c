import { createHmac } from 'node:crypto'
import type { Secret } from '@portico/program'

/** A secret of Standard Webhooks: the prefix, and 24 to 64 bytes in base64. */
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/

/** A message to sign. The body is signed as it is sent, byte by byte. */
export interface Message {
  readonly id: string
  readonly sentAt: Date
  readonly body: string
}

/** The bytes of a secret, or null if it has not the form of one. */
export function keyOf(text: string): Buffer | null {
  const [, base64] = SECRET.exec(text) ?? []
  const key = Buffer.from(base64 ?? '', 'base64')
  const isWhole = key.toString('base64').replaceAll('=', '') === base64?.replaceAll('=', '')
  return isWhole && key.length >= 24 && key.length <= 64 ? key : null
}

/**
 * The headers that prove who sent a message (Standard Webhooks 1.0). There is one signature for each secret, so that a
 * secret can be replaced while both sides run.
 */
export function signatureHeaders(
  secrets: readonly Secret[],
  { id, sentAt, body }: Message,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const second = String(Math.floor(sentAt.getTime() / 1000))
  const signed = secrets.map((secret) => {
    const hmac = createHmac('sha256', keyOf(secret.reveal()) ?? '')
    return `v1,${hmac.update(`${id}.${second}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': second, 'webhook-signature': signed.join(' ') }
}
