import {
  type AccountAdapter,
  type Secret,
  type SsoStore,
  type StoreOwner,
  storeNameFromEnv,
} from '@portico/program'
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

/** Where the database of a gate is, and what is the gate's in it. */
export interface DatabasePlace {
  readonly url: Secret
  readonly connections: number
  /** The name of the store, which differs for each program in a database. */
  readonly storeName: string
  /** The program that the store belongs to. */
  readonly program: StoreOwner
}

/** What the gate has in a database. */
interface Names {
  readonly storeName: string
  readonly program: StoreOwner
  readonly accounts: { readonly table: string }
}

/** A table of the back end may have the usual name. */
function namesOf({ storeName, program }: DatabasePlace): Names {
  const table = storeName === storeNameFromEnv({}) ? 'gate_citizens' : `${storeName}_gate_citizens`
  return { storeName, program, accounts: { table } }
}

/** A request that waits longer than this is answered with 503. */
const CONNECT_MS = 2_500
const QUERY_MS = 5_000

/**
 * Uses the database of an address: a file for `sqlite:`, MySQL or MariaDB for `mysql:` and `mariadb:`, and PostgreSQL otherwise. Its
 * user closes it.
 */
export function useDatabase<Result>(
  place: DatabasePlace,
  use: <Tx>(database: GateDatabase<Tx>) => Promise<Result>,
): Promise<Result> {
  const names = namesOf(place)
  const address = place.url.reveal()
  if (address.startsWith('sqlite:')) return use(inFile(address, names))
  if (/^(?:mysql|mariadb):/.test(address)) return use(inMysql(address, place.connections, names))
  return use(inPostgres(address, place.connections, names))
}

function inFile(address: string, names: Names): GateDatabase<SqliteTransaction> {
  const database = openFile(address)
  const store = sqliteStore(database, { name: names.storeName })
  const accounts = starterAccountsInFile(database, names.accounts)
  return {
    store,
    starterAccounts: accounts,
    migrate: () => migrateBoth(names, store, accounts),
    close: () => database.close(),
  }
}

function inPostgres(connectionString: string, max: number, names: Names): GateDatabase<PgClientLike> {
  const named = { schema: names.storeName }
  const limits = { connectionTimeoutMillis: CONNECT_MS, keepAlive: true }
  const pool = new pg.Pool({ connectionString, max, query_timeout: QUERY_MS, ...limits })
  // A connection that breaks while nobody uses it. The pool opens another one.
  pool.on('error', () => undefined)
  return {
    store: postgresStore(pool, named),
    starterAccounts: starterAccounts(pool, names.accounts),
    async migrate() {
      // A migration may take longer than a request.
      const patient = new pg.Pool({ connectionString, max: 2, ...limits })
      patient.on('error', () => undefined)
      const accounts = starterAccounts(patient, names.accounts)
      await migrateBoth(names, postgresStore(patient, named), accounts).finally(() => patient.end())
    },
    close: () => pool.end(),
  }
}

function inMysql(uri: string, connectionLimit: number, names: Names): GateDatabase<MysqlConnectionLike> {
  const named = { name: names.storeName }
  const limits = { uri, connectTimeout: CONNECT_MS, enableKeepAlive: true }
  const pool = mysql.createPool({ ...limits, connectionLimit })
  const inTime = poolInTime(pool, QUERY_MS)
  return {
    store: mysqlStore(inTime, named),
    starterAccounts: starterAccountsInMysql(inTime, names.accounts),
    async migrate() {
      // A migration may take longer than a request.
      const patient = mysql.createPool({ ...limits, connectionLimit: 2 })
      const accounts = starterAccountsInMysql(patient, names.accounts)
      await migrateBoth(names, mysqlStore(patient, named), accounts).finally(() => patient.end())
    },
    close: () => pool.end(),
  }
}

/** The table of the accounts is made when it is read for the first time. */
async function migrateBoth<Tx>(
  { program }: Names,
  store: SsoStore<Tx>,
  accounts: AccountAdapter<StarterCitizen, Tx>,
): Promise<void> {
  await store.migrate(program)
  await accounts.load('')
}
