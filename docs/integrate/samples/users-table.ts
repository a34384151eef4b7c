import type { AccountAdapter } from '@portico/program'
import { loadBySelect, type PgClientLike } from '@portico/program/postgres'
import type { Pool } from 'pg'

/** A row of this program's own users table. The role is the program's affair alone. */
export interface User {
  id: string
  name: string | null
  email: string
  role: string
}

/** The users table, as far as signing in is concerned. */
export function usersTable(pool: Pool): AccountAdapter<User, PgClientLike> {
  return {
    // With the session in one statement, on every guarded request.
    load: loadBySelect<User>(
      pool,
      'select id::text as id, name, email, role from users where id = $account_id::bigint',
    ),
    async provision({ name, email }, tx) {
      const { rows } = await tx.query(
        `insert into users (name, email, role) values ($1, $2, 'resident') returning id::text`,
        [name, email],
      )
      return { accountId: String(rows[0]?.['id']) }
    },
    async emailBelongsToLocalAccount(email) {
      const { rows } = await pool.query(
        'select from users where lower(email) = lower($1) and password_hash is not null limit 1',
        [email],
      )
      return rows.length > 0
    },
    async onSignIn(accountId, { name, email }, tx) {
      await tx.query('update users set name = $2, email = $3 where id = $1', [accountId, name, email])
    },
  }
}
