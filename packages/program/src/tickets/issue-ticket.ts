import { asDate, sha256Base64Url } from '../platform/index.ts'
import type { Service } from '../service.ts'
import { randomToken } from '../sessions/index.ts'
import { LIMITS } from '../wire.ts'

/** The most tickets of a session that are neither spent nor expired. A page needs one for each thing that it opens. */
const MOST_OPEN = 20

/** A new ticket. `too many`: the session has as many as it may have, or has just ended. */
export type IssuedTicket =
  | { readonly kind: 'issued'; readonly ticket: string }
  | { readonly kind: 'too many' }

/** Makes a ticket of a session, for one address or for each that takes tickets. Only its hash is stored. */
export async function issueTicket(
  { store, clock, random }: Pick<Service, 'store' | 'clock' | 'random'>,
  { sessionId, address }: { readonly sessionId: string; readonly address: string | null },
): Promise<IssuedTicket> {
  const now = clock.now()
  const ticket = randomToken(random, 'ticket')
  const row = {
    ticketHash: await sha256Base64Url(ticket),
    sessionId,
    addressHash: address === null ? null : await sha256Base64Url(address),
    createdAt: now,
    expiresAt: asDate(now, LIMITS.ticketMs),
  }
  return (await store.createTicket(row, MOST_OPEN)) ? { kind: 'issued', ticket } : { kind: 'too many' }
}
