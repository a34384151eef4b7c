import type { AccountAdapter } from '../../accounts.ts'
import { systemRandom } from '../../platform/index.ts'
import { once, type StarterCitizen, starterCitizen } from '../starter-citizen.ts'
import { type Connection, connectionOf } from './connection.ts'
import type { MysqlConnectionLike, MysqlPoolLike } from './driver.ts'

const TABLE_NAME = /^[a-z_][a-z0-9_]*$/

/**
 * Accounts for a program without a users table: `citizens (id, name, email, created_at)`. The table is made at
 * its first use. The email is not unique, because it is contact data and not a key.
 */
export function starterAccounts(
  pool: MysqlPoolLike,
  options: { table?: string } = {},
): AccountAdapter<StarterCitizen, MysqlConnectionLike> {
  const table = options.table ?? 'citizens'
  if (!TABLE_NAME.test(table))
    throw new Error(
      `starterAccounts: table ${JSON.stringify(table)} must be a lower-case name without quotes`,
    )
  const db = connectionOf(pool)
  const ready = once(() => createTable(db, table))
  return {
    async load(accountId, tx) {
      if (!tx) await ready()
      const [row] = await db.query(
        `select id, cast(name as binary) as name, cast(email as binary) as email from ${table} where id = $1`,
        [accountId],
        tx,
      )
      return row ? starterCitizen(row) : null
    },
    async provision(identity, tx) {
      const accountId = systemRandom.uuid()
      await db.execute(
        `insert into ${table} (id, name, email) values ($1, $2, $3)`,
        [accountId, identity.name, identity.email],
        tx,
      )
      return { accountId }
    },
    emailBelongsToLocalAccount: async () => {
      await ready()
      return false
    },
    async onSignIn(accountId, identity, tx) {
      await db.execute(
        `update ${table} set name = $2, email = $3 where id = $1`,
        [accountId, identity.name, identity.email],
        tx,
      )
    },
  }
}

/** The collation brings its character set: names need every character, whatever the character set of the database is. */
async function createTable(db: Connection, table: string): Promise<void> {
  await db.execute(
    `create table if not exists ${table} (
       id varbinary(36) primary key, name text collate utf8mb4_unicode_ci,
       email text collate utf8mb4_unicode_ci not null, created_at timestamp not null default current_timestamp)`,
    [],
  )
}
