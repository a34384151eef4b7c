import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SsoStore } from '../store/index.ts'
import { type PgPoolLike, type PostgresJsLike, postgresStore } from '../store/postgres/index.ts'

/** A store over the driver that the program has, and how to let go of it. */
export interface OpenedStore {
  readonly store: SsoStore
  close(): Promise<void>
}

/** Opens DATABASE_URL with `pg`, or with `postgres` where that is what the program has. */
export async function openStore(databaseUrl: string | null): Promise<OpenedStore> {
  if (databaseUrl === null)
    throw new Error(
      "DATABASE_URL is not set: it names the program's PostgreSQL, as postgres://user:password@host/database",
    )
  const pg = await driver('pg')
  if (pg) return overPg(pg, databaseUrl)
  const postgresJs = await driver('postgres')
  if (postgresJs) return overPostgresJs(postgresJs, databaseUrl)
  throw new Error(
    "Neither pg nor postgres is installed here. Run the command in the program's folder, after: npm install pg",
  )
}

/** The driver as the program in the working directory would import it, else as this package would. */
async function driver(name: 'pg' | 'postgres'): Promise<unknown> {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.filename]) {
    try {
      const found: unknown = await import(pathToFileURL(createRequire(from).resolve(name)).href)
      return typeof found === 'object' && found !== null && 'default' in found ? found.default : found
    } catch {
      continue
    }
  }
  return null
}

// The drivers are the program's and have no types here; each has had this shape for all its major versions.
function overPg(pg: unknown, connectionString: string): OpenedStore {
  const { Pool } = pg as { Pool: new (options: object) => PgPoolLike & { end(): Promise<void> } }
  const pool = new Pool({ connectionString, max: 2, connectionTimeoutMillis: 5000 })
  return { store: postgresStore(pool) as SsoStore, close: () => pool.end() }
}

function overPostgresJs(postgresJs: unknown, url: string): OpenedStore {
  const make = postgresJs as (url: string, options: object) => PostgresJsLike & { end(): Promise<void> }
  const sql = make(url, { max: 2, connect_timeout: 5, onnotice: () => undefined })
  return { store: postgresStore(sql) as SsoStore, close: () => sql.end() }
}
