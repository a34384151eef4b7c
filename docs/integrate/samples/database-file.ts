import type { AccountAdapter } from '@portico/program'
import {
  openDatabase,
  type SqliteDatabase,
  type SqliteRow,
  type SqliteTransaction,
  sqliteStore,
} from '@portico/program/sqlite'

/** A row of the program's own users table. */
export interface User {
  id: string
  name: string | null
  email: string
  role: string
}

/** Opens the file of the program, and makes its users table. Then call `sso.migrate()`. `path` may be the value of DATABASE_URL. */
export async function openProgramFile(path: string) {
  const database = openDatabase(path)
  const store = sqliteStore(database)
  await database.transaction((tx) =>
    tx.query(
      `create table if not exists users (
         id integer primary key autoincrement, name text, email text not null, role text not null,
         password_hash text)`,
    ),
  )
  return { database, store, accounts: usersInFile(database) }
}

/** The accounts of the program, in the same file. */
export function usersInFile(database: SqliteDatabase): AccountAdapter<User, SqliteTransaction> {
  return {
    async load(accountId, tx) {
      const [row] = await (tx ?? database).query(
        'select cast(id as text) as id, name, email, role from users where id = $1',
        [accountId],
      )
      return row ? userOf(row) : null
    },
    async provision({ name, email }, tx) {
      const [row] = await tx.query(
        `insert into users (name, email, role) values ($1, $2, 'resident') returning id`,
        [name, email],
      )
      return { accountId: String(row?.['id']) }
    },
    async emailBelongsToLocalAccount(email) {
      const rows = await database.query(
        'select 1 from users where lower(email) = lower($1) and password_hash is not null limit 1',
        [email],
      )
      return rows.length > 0
    },
    async onSignIn(accountId, { name, email }, tx) {
      await tx.query('update users set name = $2, email = $3 where id = $1', [accountId, name, email])
    },
  }
}

function userOf({ id, name, email, role }: SqliteRow): User {
  return {
    id: String(id),
    name: name === null ? null : String(name),
    email: String(email),
    role: String(role),
  }
}
