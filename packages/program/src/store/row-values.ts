import type { HandoffRow, NewSession, PendingRow, TicketRow } from './index.ts'

/**
 * The parameters of the statements that insert rows, in the order of their columns. They are the reverse of `rows.ts`, and
 * the same for every database.
 */

/** A pending sign-in: its nine columns. */
export function pendingValues(pending: PendingRow) {
  return [
    pending.stateHash,
    pending.sealed,
    pending.keyId,
    pending.challenge,
    pending.returnUri,
    pending.link?.accountId ?? null,
    pending.link?.sessionRef ?? null,
    pending.createdAt,
    pending.expiresAt,
  ]
}

/** A handoff: its ten columns. */
export function handoffValues(handoff: HandoffRow) {
  return [
    handoff.codeHash,
    handoff.challenge,
    handoff.issuer,
    handoff.subject,
    handoff.link?.accountId ?? null,
    handoff.link?.sessionRef ?? null,
    handoff.sealed,
    handoff.keyId,
    handoff.createdAt,
    handoff.expiresAt,
  ]
}

/** A new session: its columns, except `last_used_at`, which is the same as `created_at`. */
export function sessionValues({ central, device, ...session }: NewSession) {
  return [
    session.id,
    session.accountId,
    session.issuer,
    session.subject,
    session.createdAt,
    session.expiresAt,
    session.refreshHash,
    central.sealed,
    central.keyId,
    central.accessExpiresAt,
    central.sid,
    central.securityVersion,
    session.centralCheckedAt,
    session.authenticatedAt,
    session.acr,
    device.browser,
    device.system,
    device.ipAddress,
  ]
}

/** A ticket: its five columns. */
export function ticketValues(ticket: TicketRow) {
  return [ticket.ticketHash, ticket.sessionId, ticket.addressHash, ticket.createdAt, ticket.expiresAt]
}
