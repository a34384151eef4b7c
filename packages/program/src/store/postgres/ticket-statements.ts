import type { SsoStore } from '../index.ts'
import { ticketValues } from '../row-values.ts'
import { spentTicket } from '../rows.ts'
import { SESSION_COLUMNS } from '../statements/index.ts'
import type { Connection } from './connection.ts'

/** One-time tickets. */
export function ticketStatements<Tx>(
  db: Connection<Tx>,
  schema: string,
): Pick<SsoStore<Tx>, 'createTicket' | 'spendTicket'> {
  return {
    /** The lock on the session makes its tickets wait for each other, so that each sees those before it. */
    createTicket: (ticket, mostOpen) =>
      db.transaction(async (tx) => {
        const open = await db.query(
          `select 1 from ${schema}.sessions where id = $1 and ended_at is null for no key update`,
          [ticket.sessionId],
          tx,
        )
        if (open.length === 0) return false
        const written = await db.query(
          `insert into ${schema}.tickets (ticket_hash, session_id, address_hash, created_at, expires_at)
           select $1::text, $2::uuid, $3::text, $4::timestamptz, $5::timestamptz
            where (select count(*) from ${schema}.tickets where session_id = $2 and expires_at > $4) < $6
           returning 1`,
          [...ticketValues(ticket), mostOpen],
          tx,
        )
        return written.length > 0
      }),
    async spendTicket(ticketHash) {
      const [row] = await db.query(
        `with spent as (
           delete from ${schema}.tickets where ticket_hash = $1 returning session_id, address_hash, expires_at)
         select ${SESSION_COLUMNS}, spent.address_hash, spent.expires_at as ticket_expires_at
           from spent join ${schema}.sessions s on s.id = spent.session_id`,
        [ticketHash],
      )
      return row ? spentTicket(row) : null
    },
  }
}
