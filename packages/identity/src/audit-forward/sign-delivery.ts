import { createHmac } from 'node:crypto'
import type { UnixSeconds } from '../platform/clock.ts'

/** What is signed. */
export interface SignedDelivery {
  readonly id: string
  readonly at: UnixSeconds
  readonly body: string
}

/**
 * The headers of Standard Webhooks 1.0: the id of the delivery, the time of sending, and for each secret an HMAC-SHA-256 over both and the body. A receiver compares one of them, refuses an old time, and ignores an
 * id that it knows. Two secrets are for the time in which the receiver changes from one to the other.
 */
export function signatureHeaders(
  secrets: readonly Buffer[],
  { id, at, body }: SignedDelivery,
): Readonly<Record<string, string>> {
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signatures.join(' ') }
}
