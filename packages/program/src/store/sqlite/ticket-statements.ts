import type { SsoStore } from '../index.ts'
import { ticketValues } from '../row-values.ts'
import { spentTicket } from '../rows.ts'
import { SESSION_COLUMNS } from './session-columns.ts'
import { QUICK, type StoreNeeds } from './store-needs.ts'
import type { SqliteTransaction } from './transaction.ts'

/** One-time tickets. That one was spent is on the disk at once, so that a power failure does not bring it back. */
export function ticketStatements({
  db,
  clock,
}: StoreNeeds): Pick<SsoStore<SqliteTransaction>, 'createTicket' | 'spendTicket'> {
  return {
    createTicket: (ticket, mostOpen) =>
      db.transaction(async (tx) => {
        const written = await tx.query(
          `insert into sso_tickets (ticket_hash, session_id, address_hash, created_at, expires_at)
           select $1, $2, $3, $4, $5
            where exists (select 1 from sso_sessions where id = $2 and ended_at is null)
              and (select count(*) from sso_tickets where session_id = $2 and expires_at > $4) < $6
           returning 1`,
          [...ticketValues(ticket), mostOpen],
        )
        return written.length > 0
      }, QUICK),
    spendTicket: (ticketHash) =>
      db.transaction(async (tx) => {
        const [row] = await tx.query(
          `select ${SESSION_COLUMNS}, $2 as read_at, t.address_hash, t.expires_at as ticket_expires_at
             from sso_tickets t join sso_sessions s on s.id = t.session_id where t.ticket_hash = $1`,
          [ticketHash, clock.now()],
        )
        await tx.query(`delete from sso_tickets where ticket_hash = $1`, [ticketHash])
        return row ? spentTicket(row) : null
      }),
  }
}
