import { ownAddressOf } from '../cookies/index.ts'
import { sha256Base64Url } from '../platform/index.ts'
import type { AuthResult, SignedOutCode, VisitorRequest } from '../program-sso.ts'
import { type AuthenticateNeeds, authenticateFound, tokenKind } from '../sessions/index.ts'
import type { FoundSession } from '../store/index.ts'
import { type PresentedTicket, presentedTicket } from './ticket-address.ts'

/**
 * Identifies the citizen of a request by the ticket in its address, and spends the ticket. It is spent even at another
 * address, so that nobody gets a second guess. Null if the address has no ticket.
 */
export async function authenticateTicket(
  service: AuthenticateNeeds,
  request: VisitorRequest,
): Promise<AuthResult<{ id: string }> | null> {
  const { programBaseUrl, programPath } = service.settings
  const presented = presentedTicket(request, ownAddressOf(programBaseUrl, programPath))
  return presented && authenticateFound(service, () => spend(service, presented, request))
}

/** A browser opens event streams, WebSockets and downloads with GET. Nothing else may cost a ticket. */
async function spend(
  { store }: AuthenticateNeeds,
  { ticket, address }: PresentedTicket,
  { method }: VisitorRequest,
): Promise<FoundSession | SignedOutCode> {
  if (method !== 'GET' || tokenKind(ticket) !== 'ticket') return 'ticket_invalid'
  const spent = await store.spendTicket(await sha256Base64Url(ticket))
  if (!spent) return 'ticket_invalid'
  const { session, addressHash, expiresAt } = spent
  if (expiresAt <= session.readAt) return 'ticket_invalid'
  if (addressHash !== null && addressHash !== (await sha256Base64Url(address))) return 'ticket_invalid'
  return { session, accessExpiresAt: session.expiresAt }
}
