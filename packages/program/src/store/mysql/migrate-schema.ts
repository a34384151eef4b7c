import {
  fits,
  type Migrated,
  type Migrating,
  NO_SCHEMA,
  readMeta,
  type SchemaState,
  unchanged,
  writeOwner,
  writeVersion,
} from '../schema-state.ts'
import { ownerToWrite, tablePrefixOf, USUAL_STORE_NAME, withPrefix } from '../store-owner.ts'
import { type Connection, connectionOf } from './connection.ts'
import type { MysqlConnectionLike, MysqlPoolLike } from './driver.ts'
import { FITS_FROM, MIGRATIONS, NEEDED_VERSION } from './migrations.ts'
import { isDoneBefore } from './server-errors.ts'

/** How long an instance waits while another one migrates. */
const WAIT_SECONDS = 60

/** Reads the version of the schema, and its owner. */
export async function schemaState(db: Connection, prefix: string): Promise<SchemaState> {
  const [found] = await db.query(
    `select count(*) as tables from information_schema.tables where table_schema = database() and table_name = $1`,
    [`${prefix}meta`],
  )
  if (Number(found?.['tables'] ?? 0) === 0) return NO_SCHEMA
  return readMeta(db)
}

/** Migrates the schema. If several instances try at the same time, one of them does it and the others wait. */
export async function migrateSchema(
  pool: MysqlPoolLike,
  prefix: string,
  { program, options }: Migrating,
): Promise<Migrated> {
  const outside = connectionOf(pool, { prefix })
  await refuseWrongSettings(outside)
  const before = await schemaState(outside, prefix)
  if (fits(before, NEEDED_VERSION) && !ownerToWrite(before.owner, program, options))
    return unchanged(before, NEEDED_VERSION)
  const connection = await pool.getConnection()
  const locked = { connection, prefix, db: connectionOver(connection, prefix) }
  try {
    await lock(locked)
    return await migrateAlone(locked, { program, options }).finally(() =>
      locked.db.query(UNLOCK, [lockedNames(prefix)]),
    )
  } finally {
    connection.release()
  }
}

/** The one instance that migrates, with its connection. */
interface Locked {
  readonly connection: MysqlConnectionLike
  readonly db: Connection
  readonly prefix: string
}

/** The lock is for the whole server, so its name contains the name of the database. It ends with its connection. */
const LOCK_NAME = `concat('sso ', left(sha2(concat($1, database()), 256), 32))`
const LOCK = `select get_lock(${LOCK_NAME}, $2) as is_held`
const UNLOCK = `select release_lock(${LOCK_NAME})`

/** A store with the usual names takes the lock that releases before the names took. */
function lockedNames(prefix: string): string {
  return prefix === tablePrefixOf(USUAL_STORE_NAME, 'mysqlStore') ? '' : prefix
}

async function lock({ db, prefix }: Locked): Promise<void> {
  const [row] = await db.query(LOCK, [lockedNames(prefix), WAIT_SECONDS])
  if (row?.['is_held'] === 1) return
  throw new Error(
    `Another process has migrated the schema for more than ${WAIT_SECONDS} seconds. Look at its log, and migrate again.`,
  )
}

async function migrateAlone(locked: Locked, { program, options }: Migrating): Promise<Migrated> {
  const { db, prefix } = locked
  const state = await schemaState(db, prefix)
  const owner = ownerToWrite(state.owner, program, options)
  const migrated = await migrateTables(locked, state)
  if (owner) await writeOwner(db, owner)
  return migrated
}

async function migrateTables(locked: Locked, state: SchemaState): Promise<Migrated> {
  const { db } = locked
  if (fits(state, NEEDED_VERSION)) return unchanged(state, NEEDED_VERSION)
  if (state.version > NEEDED_VERSION) {
    throw new Error(
      `The schema is at version ${state.version}, newer than this code (${NEEDED_VERSION}). Update @portico/program.`,
    )
  }
  if (state.version === 0) await createMeta(db)
  for (const [index, migration] of MIGRATIONS.slice(state.version).entries()) {
    for (const statement of migration) await step(locked, statement)
    await writeVersion(db, { version: state.version + index + 1, fitsFrom: FITS_FROM })
  }
  return { from: state.version, to: NEEDED_VERSION, isNewer: false }
}

async function createMeta(db: Connection): Promise<void> {
  await db.query(
    `create table if not exists sso_meta (id int primary key, version int not null, fits_from int not null)`,
  )
  const rows = await db.query(`select version from sso_meta`)
  if (rows.length === 0)
    await db.execute(`insert into sso_meta (id, version, fits_from) values (1, 0, 0)`, [])
}

/** One statement that changes the schema. Only InnoDB has transactions, and the server may have another default. */
async function step({ connection, prefix }: Locked, migration: string): Promise<void> {
  const statement = withPrefix(migration, prefix)
  const text = statement.startsWith('create table ') ? `${statement} engine = innodb` : statement
  try {
    await connection.query(text)
  } catch (error) {
    if (!isDoneBefore(error)) throw error
  }
}

/** The statements of one connection, outside of a transaction. */
function connectionOver(connection: MysqlConnectionLike, prefix: string): Connection {
  return connectionOf(
    {
      execute: (statement, values) => connection.execute(statement, values),
      getConnection: async () => connection,
    },
    { prefix },
  )
}

/** Settings of a connection with which this store would lose values, or never commit them. */
async function refuseWrongSettings(db: Connection): Promise<void> {
  const [row = {}] = await db.query(
    `select instr(@@session.sql_mode, 'STRICT_') > 0 as is_strict, @@session.autocommit as is_autocommit,
            @@global.innodb_flush_log_at_trx_commit > 0 as is_durable, database() is not null as has_database`,
  )
  const problems = [
    ...(row['has_database'] === 1
      ? []
      : ['The pool names no database. Add one to its options, or to DATABASE_URL.']),
    ...(row['is_strict'] === 1
      ? []
      : [
          'sql_mode is not strict, so the server would cut long values. Add STRICT_TRANS_TABLES to sql_mode.',
        ]),
    ...(row['is_autocommit'] === 1
      ? []
      : ['autocommit is off, so single statements would not be committed. Turn it on.']),
    ...(row['is_durable'] === 1
      ? []
      : [
          'innodb_flush_log_at_trx_commit is 0, so a server that ends would forget used codes. Set it to 1 at the server.',
        ]),
  ]
  if (problems.length > 0) throw new Error(`mysqlStore: ${problems.join(' ')}`)
}
