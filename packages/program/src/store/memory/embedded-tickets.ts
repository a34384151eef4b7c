import type { SsoStore } from '../index.ts'
import type { EmbeddedTx } from './embedded-sign-in.ts'
import { sessionRowOf, type Tables } from './tables.ts'

/** One-time tickets. */
export function embeddedTickets(tables: Tables): Pick<SsoStore<EmbeddedTx>, 'createTicket' | 'spendTicket'> {
  const { sessions, tickets } = tables
  return {
    async createTicket(ticket, mostOpen) {
      const session = sessions.get(ticket.sessionId)
      if (!session || session.endedCause) return false
      const open = [...tickets.values()].filter(
        (t) => t.sessionId === ticket.sessionId && t.expiresAt > ticket.createdAt,
      )
      if (open.length >= mostOpen) return false
      tickets.set(ticket.ticketHash, ticket)
      return true
    },
    async spendTicket(ticketHash) {
      const ticket = tickets.get(ticketHash)
      const session = ticket && sessions.get(ticket.sessionId)
      tickets.delete(ticketHash)
      if (!session) return null
      const { addressHash, expiresAt } = ticket
      return { session: sessionRowOf(tables, session), addressHash, expiresAt }
    },
  }
}
