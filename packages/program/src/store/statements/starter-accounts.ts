import type { AccountAdapter } from '../../accounts.ts'
import { systemRandom } from '../../platform/index.ts'
import { once, type StarterCitizen, starterCitizen } from '../starter-citizen.ts'
import type { Database } from './database.ts'

const TABLE_NAME = /^[a-z_][a-z0-9_]*$/

/** What differs in the table of citizens between databases. */
interface CitizensTable {
  /** The columns and their types. */
  readonly columns: string
  /** How the columns with text are read, as `name` and `email`. */
  readonly texts: string
}

/** The statement for an account whose citizen signs in: its id, the name and the email. */
export const updateAccount = (table: string) => `update ${table} set name = $2, email = $3 where id = $1`

/**
 * Accounts for a program without a users table: `citizens (id, name, email, created_at)`. The table is made at
 * its first use. The email is not unique, because it is contact data and not a key.
 */
export function starterAccountsOver<Tx>(
  db: Database<Tx>,
  table: string,
  { columns, texts }: CitizensTable,
): AccountAdapter<StarterCitizen, Tx> {
  if (!TABLE_NAME.test(table))
    throw new Error(
      `starterAccounts: table ${JSON.stringify(table)} must be a lower-case name without quotes`,
    )
  const ready = once(() => createTable(db, table, columns))
  return {
    async load(accountId, tx) {
      if (!tx) await ready()
      const [row] = await db.query(`select id, ${texts} from ${table} where id = $1`, [accountId], tx)
      return row ? starterCitizen(row) : null
    },
    async provision(identity, tx) {
      const accountId = systemRandom.uuid()
      await db.execute(
        `insert into ${table} (id, name, email, created_at) values ($1, $2, $3, current_timestamp)`,
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
      await db.execute(updateAccount(table), [accountId, identity.name, identity.email], tx)
    },
  }
}

async function createTable<Tx>(db: Database<Tx>, table: string, columns: string): Promise<void> {
  await db.transaction((tx) => db.query(`create table if not exists ${table} (${columns})`, [], tx))
}
