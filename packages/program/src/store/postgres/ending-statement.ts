import type { EndedSession, SessionEndCause } from '../index.ts'
import { text } from '../rows.ts'
import type { Connection } from './connection.ts'
import { listErased } from './revocation-statements.ts'

/**
 * Which open sessions end. `where` is a condition, with `order by` and `for update` if needed. Its parameters start at
 * $3.
 */
export interface Ending<Tx> {
  readonly where: string
  readonly values: readonly unknown[]
  readonly cause: SessionEndCause
  readonly now: Date
  readonly tx?: Tx
}

/** Ends sessions. The same statement erases their central tokens and puts their grants on the list of revocations. */
export async function endSessions<Tx>(
  db: Connection<Tx>,
  schema: string,
  { where, values, cause, now, tx }: Ending<Tx>,
): Promise<readonly EndedSession[]> {
  const rows = await db.query(
    `with old as (
       select id, central_sealed as sealed, central_key_id as key_id from ${schema}.sessions
        where ended_at is null and ${where}),
     listed as (${listErased(schema, { kind: 'session', erased: 'old', at: '$2' })})
     update ${schema}.sessions s
        set ended_at = least($2::timestamptz, s.expires_at), ended_cause = $1, central_sealed = null
       from old where s.id = old.id returning s.id, s.account_id`,
    [cause, now, ...values],
    tx,
  )
  return rows.map((row) => ({ sessionId: text(row, 'id'), accountId: text(row, 'account_id') }))
}
