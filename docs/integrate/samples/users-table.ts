import type { AccountAdapter } from '@portico/program'
import { loadBySelect, type PgClientLike } from '@portico/program/postgres'
import type { Pool } from 'pg'

/** A row of the program's own users table. Only the program decides the role. */
export interface User {
  id: string
  name: string | null
  email: string
  role: string
}

/** The accounts of the program, in its users table. */
export function usersTable(pool: Pool): AccountAdapter<User, PgClientLike> {
  return {
    // A guarded request reads session and account in one statement.
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
