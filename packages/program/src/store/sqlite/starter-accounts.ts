import type { AccountAdapter } from '../../accounts.ts'
import { systemClock, systemRandom } from '../../platform/index.ts'
import { once, type StarterCitizen, starterCitizen } from '../starter-citizen.ts'
import type { SqliteDatabase } from './open-database.ts'
import type { SqliteTransaction } from './transaction.ts'

const TABLE_NAME = /^[a-z_][a-z0-9_]*$/

/**
 * Accounts for a program without a users table: `citizens (id, name, email, created_at)`. The table is made at
 * its first use. The email is not unique, because it is contact data and not a key.
 */
export function starterAccounts(
  database: SqliteDatabase,
  options: { table?: string } = {},
): AccountAdapter<StarterCitizen, SqliteTransaction> {
  const table = options.table ?? 'citizens'
  if (!TABLE_NAME.test(table))
    throw new Error(
      `starterAccounts: table ${JSON.stringify(table)} must be a lower-case name without quotes`,
    )
  const ready = once(() => createTable(database, table))
  return {
    async load(accountId, tx) {
      if (!tx) await ready()
      const [row] = await (tx ?? database).query(`select id, name, email from ${table} where id = $1`, [
        accountId,
      ])
      return row ? starterCitizen(row) : null
    },
    async provision(identity, tx) {
      const accountId = systemRandom.uuid()
      await tx.query(`insert into ${table} (id, name, email, created_at) values ($1, $2, $3, $4)`, [
        accountId,
        identity.name,
        identity.email,
        systemClock.now(),
      ])
      return { accountId }
    },
    emailBelongsToLocalAccount: async () => {
      await ready()
      return false
    },
    async onSignIn(accountId, identity, tx) {
      await tx.query(`update ${table} set name = $2, email = $3 where id = $1`, [
        accountId,
        identity.name,
        identity.email,
      ])
    },
  }
}

async function createTable(database: SqliteDatabase, table: string): Promise<void> {
  await database.transaction((tx) =>
    tx.query(
      `create table if not exists ${table} (
         id text primary key, name text, email text not null, created_at integer not null)`,
    ),
  )
}
