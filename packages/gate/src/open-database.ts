import type { AccountAdapter, Secret, SsoStore } from '@portico/program'
import {
  type MysqlConnectionLike,
  mysqlStore,
  starterAccounts as starterAccountsInMysql,
} from '@portico/program/mysql'
import {
  type PgClientLike,
  postgresStore,
  type StarterCitizen,
  starterAccounts,
} from '@portico/program/postgres'
import {
  openDatabase as openFile,
  type SqliteTransaction,
  sqliteStore,
  starterAccounts as starterAccountsInFile,
} from '@portico/program/sqlite'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { poolInTime } from './mysql-in-time.ts'

/** The database of a gate. */
export interface GateDatabase<Tx> {
  readonly store: SsoStore<Tx>
  /** Accounts in a table of the gate. */
  readonly starterAccounts: AccountAdapter<StarterCitizen, Tx>
  /** Makes the tables, or changes them to what this release needs. */
  migrate(): Promise<void>
  close(): Promise<void>
}

/** A table of the back end may have the usual name. */
const TABLE = { table: 'gate_citizens' }

/** A request that waits longer than this is answered with 503. */
const CONNECT_MS = 2_500
const QUERY_MS = 5_000

/**
 * Uses the database of an address: a file for `sqlite:`, MySQL or MariaDB for `mysql:` and `mariadb:`, and PostgreSQL otherwise. Its
 * user closes it.
 */
export function useDatabase<Result>(
  { url, connections }: { readonly url: Secret; readonly connections: number },
  use: <Tx>(database: GateDatabase<Tx>) => Promise<Result>,
): Promise<Result> {
  const address = url.reveal()
  if (address.startsWith('sqlite:')) return use(inFile(address))
  if (/^(?:mysql|mariadb):/.test(address)) return use(inMysql(address, connections))
  return use(inPostgres(address, connections))
}

function inFile(address: string): GateDatabase<SqliteTransaction> {
  const database = openFile(address)
  const store = sqliteStore(database)
  const accounts = starterAccountsInFile(database, TABLE)
  return {
    store,
    starterAccounts: accounts,
    migrate: () => migrateBoth(store, accounts),
    close: () => database.close(),
  }
}

function inPostgres(connectionString: string, max: number): GateDatabase<PgClientLike> {
  const limits = { connectionTimeoutMillis: CONNECT_MS, keepAlive: true }
  const pool = new pg.Pool({ connectionString, max, query_timeout: QUERY_MS, ...limits })
  // A connection that breaks while nobody uses it. The pool opens another one.
  pool.on('error', () => undefined)
  return {
    store: postgresStore(pool),
    starterAccounts: starterAccounts(pool, TABLE),
    async migrate() {
      // A migration may take longer than a request.
      const patient = new pg.Pool({ connectionString, max: 2, ...limits })
      patient.on('error', () => undefined)
      await migrateBoth(postgresStore(patient), starterAccounts(patient, TABLE)).finally(() => patient.end())
    },
    close: () => pool.end(),
  }
}

function inMysql(uri: string, connectionLimit: number): GateDatabase<MysqlConnectionLike> {
  const limits = { uri, connectTimeout: CONNECT_MS, enableKeepAlive: true }
  const pool = mysql.createPool({ ...limits, connectionLimit })
  const inTime = poolInTime(pool, QUERY_MS)
  return {
    store: mysqlStore(inTime),
    starterAccounts: starterAccountsInMysql(inTime, TABLE),
    async migrate() {
      // A migration may take longer than a request.
      const patient = mysql.createPool({ ...limits, connectionLimit: 2 })
      const accounts = starterAccountsInMysql(patient, TABLE)
      await migrateBoth(mysqlStore(patient), accounts).finally(() => patient.end())
    },
    close: () => pool.end(),
  }
}

/** The table of the accounts is made when it is read for the first time. */
async function migrateBoth<Tx>(
  store: SsoStore<Tx>,
  accounts: AccountAdapter<StarterCitizen, Tx>,
): Promise<void> {
  await store.migrate()
  await accounts.load('')
}
