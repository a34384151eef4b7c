import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SsoStore } from '../store/index.ts'
import { type MysqlPoolLike, mysqlStore } from '../store/mysql/index.ts'
import { type PgPoolLike, type PostgresJsLike, postgresStore } from '../store/postgres/index.ts'
import { openDatabase, sqliteStore } from '../store/sqlite/index.ts'
import { CommandRefused } from './command.ts'

/** The parts of `pg` that the command uses. */
interface Pg {
  readonly Pool: new (options: object) => PgPoolLike & { end(): Promise<void> }
}

/** The part of `postgres` that the command uses. */
type PostgresJs = (url: string, options: object) => PostgresJsLike & { end(): Promise<void> }

/** The part of `mysql2/promise` that the command uses. */
interface Mysql {
  createPool(options: object): MysqlPoolLike & { end(): Promise<void> }
}

/** Where the store of a program is. */
export interface StoreAddress {
  /** DATABASE_URL. */
  readonly databaseUrl: string
  /** SSO_STORE_NAME: the schema in PostgreSQL, and what the names of tables begin with elsewhere. */
  readonly name: string
}

/**
 * Opens the store in DATABASE_URL for one piece of work: a file for `sqlite:`, MySQL or MariaDB for `mysql:` and `mariadb:`,
 * and otherwise PostgreSQL with `pg`, or with `postgres` where `pg` is not installed.
 */
export async function withStore<Result>(
  { databaseUrl, name }: StoreAddress,
  work: <Tx>(store: SsoStore<Tx>) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = openDatabase(databaseUrl)
    return work(sqliteStore(database, { name })).finally(() => database.close())
  }
  if (/^(mysql|mariadb):/.test(databaseUrl)) return withMysql({ databaseUrl, name }, work)
  const pg = await driver<Pg>('pg')
  if (pg) {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 5000 })
    return work(postgresStore(pool, { schema: name })).finally(() => pool.end())
  }
  const postgresJs = await driver<PostgresJs>('postgres')
  if (postgresJs) {
    const sql = postgresJs(databaseUrl, { max: 2, connect_timeout: 5, onnotice: () => undefined })
    return work(postgresStore(sql, { schema: name })).finally(() => sql.end())
  }
  throw new CommandRefused(
    "Neither pg nor postgres is installed here. Run the command in the program's folder, after: npm install pg",
    'no-driver',
  )
}

async function withMysql<Result>(
  { databaseUrl, name }: StoreAddress,
  work: <Tx>(store: SsoStore<Tx>) => Promise<Result>,
): Promise<Result> {
  const mysql = await driver<Mysql>('mysql2/promise')
  if (!mysql)
    throw new CommandRefused(
      "mysql2 is not installed here. Run the command in the program's folder, after: npm install mysql2",
      'no-driver',
    )
  const pool = mysql.createPool({ uri: databaseUrl, connectionLimit: 2, connectTimeout: 5000 })
  return work(mysqlStore(pool, { name })).finally(() => pool.end())
}

/**
 * Imports the driver of the program in the working directory, or else the driver that this package finds. The types are
 * ours. They are true for all major versions of each driver.
 */
async function driver<Driver extends object>(
  name: 'pg' | 'postgres' | 'mysql2/promise',
): Promise<Driver | null> {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.filename]) {
    try {
      const found: Driver & { readonly default?: Driver } = await import(
        pathToFileURL(createRequire(from).resolve(name)).href
      )
      return found.default ?? found
    } catch {
      continue
    }
  }
  return null
}
