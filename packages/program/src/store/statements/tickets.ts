import type { SsoStore } from '../index.ts'
import { ticketValues } from '../row-values.ts'
import { number, spentTicket } from '../rows.ts'
import { SESSION_COLUMNS } from './one-session.ts'
import { QUICK, type StoreNeeds } from './store-needs.ts'

/** One-time tickets. */
export function ticketStatements<Tx>({
  db,
}: StoreNeeds<Tx>): Pick<SsoStore<Tx>, 'createTicket' | 'spendTicket'> {
  return {
    /** The lock on the session makes its tickets wait for each other, so that each counts those before it. */
    createTicket: (ticket, mostOpen) =>
      db.transaction(async (tx) => {
        const session = await db.query(
          `select 1 from sso_sessions where id = $1 and ended_at is null for update`,
          [ticket.sessionId],
          tx,
        )
        if (session.length === 0) return false
        const [open = {}] = await db.query(
          `select count(*) as count from sso_tickets where session_id = $1 and expires_at > $2`,
          [ticket.sessionId, ticket.createdAt],
          tx,
        )
        if (number(open, 'count') >= mostOpen) return false
        await db.execute(
          `insert into sso_tickets (ticket_hash, session_id, address_hash, created_at, expires_at)
           values ($1, $2, $3, $4, $5)`,
          ticketValues(ticket),
          tx,
        )
        return true
      }, QUICK),
    /** The delete decides who spends the ticket. That it was spent is on the disk at once, so no power failure undoes it. */
    spendTicket: (ticketHash) =>
      db.inOrder(async (tx) => {
        const [row] = await db.query(
          `select ${SESSION_COLUMNS}, t.address_hash, t.expires_at as ticket_expires_at
             from sso_tickets t join sso_sessions s on s.id = t.session_id where t.ticket_hash = $1`,
          [ticketHash],
          tx,
        )
        const spent = await db.execute(`delete from sso_tickets where ticket_hash = $1`, [ticketHash], tx)
        return row && spent === 1 ? spentTicket(row) : null
      }),
  }
}
