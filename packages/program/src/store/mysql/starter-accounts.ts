import type { AccountAdapter } from '../../accounts.ts'
import type { StarterCitizen } from '../starter-citizen.ts'
import { starterAccountsOver } from '../statements/index.ts'
import { connectionOf } from './connection.ts'
import type { MysqlConnectionLike, MysqlPoolLike } from './driver.ts'

/** The collation brings its character set: names need every character, whatever the character set of the database is. */
const COLUMNS = `id varbinary(36) primary key, name text collate utf8mb4_unicode_ci,
  email text collate utf8mb4_unicode_ci not null, created_at timestamp not null default current_timestamp`

/** As bytes, like every text of the store. */
const TEXTS = `cast(name as binary) as name, cast(email as binary) as email`

/**
 * Accounts for a program without a users table: `citizens (id, name, email, created_at)`. The table is made at
 * its first use. The email is not unique, because it is contact data and not a key.
 */
export function starterAccounts(
  pool: MysqlPoolLike,
  { table = 'citizens' }: { table?: string } = {},
): AccountAdapter<StarterCitizen, MysqlConnectionLike> {
  return starterAccountsOver(connectionOf(pool), table, { columns: COLUMNS, texts: TEXTS })
}
