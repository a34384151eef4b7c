import type { AccountAdapter } from '../../accounts.ts'
import type { PgClientLike, PgPoolLike } from './connection.ts'
import { text } from './rows.ts'

/** A row of the starter table. */
export interface StarterCitizen {
  id: string
  name: string | null
  email: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TABLE_NAME = /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/

/**
 * Accounts for a program that has no users table yet: `citizens (id, name, email, created_at)`, made at the first
 * sign-in. The email is not unique there, on purpose: it is contact data, not a key.
 */
export function starterAccounts(
  pool: PgPoolLike,
  options: { table?: string } = {},
): AccountAdapter<StarterCitizen, PgClientLike> {
  const table = options.table ?? 'citizens'
  if (!TABLE_NAME.test(table))
    throw new Error(`starterAccounts: table ${JSON.stringify(table)} is not a plain name`)
  const ready = onceMade(() => createTable(pool, table))
  return {
    async load(accountId, tx) {
      if (!UUID.test(accountId)) return null
      if (!tx) await ready()
      const { rows } = await (tx ?? pool).query(`select id::text, name, email from ${table} where id = $1`, [
        accountId,
      ])
      const [row] = rows
      if (!row) return null
      return {
        id: text(row, 'id'),
        name: row['name'] === null ? null : text(row, 'name'),
        email: text(row, 'email'),
      }
    },
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
      await tx.query(`update ${table} set name = $2, email = $3 where id = $1`, [
        accountId,
        identity.name,
        identity.email,
      ])
    },
  }
}

async function createTable(pool: PgPoolLike, table: string): Promise<void> {
  await pool.query(
    `create table if not exists ${table} (
       id uuid primary key default gen_random_uuid(), name text, email text not null,
       created_at timestamptz not null default now())`,
  )
}

/** Runs the work once; after a failure, the next caller tries again. */
function onceMade(work: () => Promise<void>): () => Promise<void> {
  let made: Promise<void> | null = null
  return () => {
    made ??= work().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
