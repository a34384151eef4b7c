import type { AccountAdapter } from '../../accounts.ts'
import { systemClock } from '../../platform/index.ts'
import type { StarterCitizen } from '../starter-citizen.ts'
import { starterAccountsOver } from '../statements/index.ts'
import type { SqliteDatabase } from './open-database.ts'
import { statementsOver } from './statements-over.ts'
import type { SqliteTransaction } from './transaction.ts'

const COLUMNS = `id text primary key, name text, email text not null, created_at integer not null`

/**
 * Accounts for a program without a users table: `citizens (id, name, email, created_at)`. The table is made at
 * its first use. The email is not unique, because it is contact data and not a key.
 */
export function starterAccounts(
  database: SqliteDatabase,
  { table = 'citizens' }: { table?: string } = {},
): AccountAdapter<StarterCitizen, SqliteTransaction> {
  const db = statementsOver(database, { clock: systemClock })
  return starterAccountsOver(db, table, { columns: COLUMNS, texts: 'name, email' })
}
