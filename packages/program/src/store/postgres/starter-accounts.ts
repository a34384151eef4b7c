import type { AccountAdapter } from '../../accounts.ts'
import { text } from '../rows.ts'
import { once, type StarterCitizen, starterCitizen } from '../starter-citizen.ts'
import { updateAccount } from '../statements/index.ts'
import type { PgClientLike, PgPoolLike } from './connection.ts'
import { fieldOf } from './error-fields.ts'
import { loadBySelect } from './load-by-select.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TABLE_NAME = /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/

/**
 * Accounts for a program without a users table: `citizens (id, name, email, created_at)`. The table is made at
 * its first use. The email is not unique, because it is contact data and not a key.
 */
export function starterAccounts(
  pool: PgPoolLike,
  options: { table?: string } = {},
): AccountAdapter<StarterCitizen, PgClientLike> {
  const table = options.table ?? 'citizens'
  if (!TABLE_NAME.test(table))
    throw new Error(
      `starterAccounts: table ${JSON.stringify(table)} must be a lower-case name without quotes`,
    )
  const ready = once(() => createTable(pool, table))
  const select = `select id::text as id, name, email from ${table}
    where id = case when $account_id ~ '${UUID.source}' then $account_id::uuid end`
  const load = loadBySelect(pool, select, starterCitizen)
  return {
    load: Object.assign(
      async (accountId: string, tx?: PgClientLike) => {
        if (!tx) await ready()
        return load(accountId, tx)
      },
      { rows: load.rows },
    ),
    async provision(identity, tx) {
      const { rows } = await tx.query(
        `insert into ${table} (name, email) values ($1, $2) returning id::text`,
        [identity.name, identity.email],
      )
      return { accountId: text(rows[0] ?? {}, 'id') }
    },
    emailBelongsToLocalAccount: async () => {
      await ready()
      return false
    },
    async onSignIn(accountId, identity, tx) {
      await tx.query(updateAccount(table), [accountId, identity.name, identity.email])
    },
  }
}

/** Two instances that start at the same moment may both find no table, and PostgreSQL refuses the slower one. */
async function createTable(pool: PgPoolLike, table: string): Promise<void> {
  await create(pool, table).catch((error: unknown) => {
    if (!MADE_MEANWHILE.includes(String(fieldOf(error, 'code')))) throw error
    return create(pool, table)
  })
}

/** PostgreSQL's unique_violation (of its catalogue), duplicate_table and duplicate_object (the type of the row). */
const MADE_MEANWHILE = ['23505', '42P07', '42710']

async function create(pool: PgPoolLike, table: string): Promise<void> {
  await pool.query(
    `create table if not exists ${table} (
       id uuid primary key default gen_random_uuid(), name text, email text not null,
       created_at timestamptz not null default now())`,
  )
}
