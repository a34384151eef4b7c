import type { AccountAdapter } from '@portico/program'
import { mysqlStore } from '@portico/program/mysql'
import mysql, {
  type Pool,
  type PoolConnection,
  type ResultSetHeader,
  type RowDataPacket,
} from 'mysql2/promise'

/** A row of the program's own users table. */
export interface User extends RowDataPacket {
  id: string
  name: string | null
  email: string
  role: string
}

/** Opens the pool of the program. Then call `sso.migrate()`, which makes the tables of the store. `uri` is the value of DATABASE_URL. */
export async function openProgramDatabase(uri: string) {
  const pool = mysql.createPool({ uri })
  const store = mysqlStore(pool)
  return { pool, store, accounts: usersInMysql(pool) }
}

/** The accounts of the program, in the same database. */
export function usersInMysql(pool: Pool): AccountAdapter<User, PoolConnection> {
  return {
    async load(accountId, tx) {
      const [rows] = await (tx ?? pool).execute<User[]>(
        'select cast(id as char) as id, name, email, role from users where id = ?',
        [accountId],
      )
      return rows[0] ?? null
    },
    async provision({ name, email }, tx) {
      const [made] = await tx.execute<ResultSetHeader>(
        `insert into users (name, email, role) values (?, ?, 'resident')`,
        [name, email],
      )
      return { accountId: String(made.insertId) }
    },
    async emailBelongsToLocalAccount(email) {
      const [rows] = await pool.execute<RowDataPacket[]>(
        'select 1 from users where lower(email) = lower(?) and password_hash is not null limit 1',
        [email],
      )
      return rows.length > 0
    },
    async onSignIn(accountId, { name, email }, tx) {
      await tx.execute('update users set name = ?, email = ? where id = ?', [name, email, accountId])
    },
  }
}
