import { createHash } from 'node:crypto'
import type { AccountAdapter } from '@portico/program'
import type { PgClientLike } from '@portico/program/postgres'
import type { Pool } from 'pg'
import { type User, usersTable } from './users-table.ts'

/** The old sign-in of the program: the account and the session of a token, while the session is open. */
export async function oldSession(pool: Pool, token: string) {
  const { rows } = await pool.query<{ accountId: string; sessionRef: string }>(
    'select user_id::text as "accountId", id::text as "sessionRef" from old_sessions where token_hash = $1',
    [createHash('sha256').update(token).digest('hex')],
  )
  return rows[0] ?? null
}

/** The users table of a program whose citizens already have passwords. */
export function usersWithPasswords(pool: Pool): AccountAdapter<User, PgClientLike> {
  return {
    ...usersTable(pool),
    legacy: {
      authenticate: (bearer) => oldSession(pool, bearer.reveal()),
      async isOpen(sessionRef, tx) {
        const { rows } = await (tx ?? pool).query('select from old_sessions where id = $1', [sessionRef])
        return rows.length > 0
      },
      async isFresh(sessionRef) {
        const { rows } = await pool.query(
          `select from old_sessions where id = $1 and created_at > now() - interval '5 minutes'`,
          [sessionRef],
        )
        return rows.length > 0
      },
      async closeLegacyAccess(accountId, tx) {
        await tx.query('update users set password_hash = null where id = $1', [accountId])
        await tx.query('delete from old_sessions where user_id = $1', [accountId])
      },
      async revoke(sessionRef) {
        await pool.query('delete from old_sessions where id = $1', [sessionRef])
      },
    },
  }
}
