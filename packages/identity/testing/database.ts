import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type DatabaseAddress, type DatabasePool, openPool } from '../src/platform/postgres/connect.ts'
import { openSession } from '../src/platform/postgres/session.ts'

/** The template of every test database. */
export const TEMPLATE_DATABASE = 'portico_template'

/** The PostgreSQL server of the test run. */
export interface TestServer {
  /** Its folder; the name of the host for a server of Citus. */
  readonly socketDir: string
  readonly port: number
  readonly user: string
  /** The workers where it is a coordinator of Citus, which the test databases need, too. */
  readonly workers: readonly Omit<TestServer, 'workers'>[]
}

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  readonly address: Extract<DatabaseAddress, { kind: 'socket' }>
  /** Its address as `PORTICO_DATABASE_URL`, for child processes. */
  readonly url: string
  readonly db: DatabasePool
  /** Its name on every server. */
  readonly database: string
  /** The workers of a distributed database. */
  readonly workers: TestServer['workers']
  /** Whether a statement waits for a lock on any of the servers. */
  isSomebodyWaiting(): Promise<boolean>
  drop(): Promise<void>
}

/** Makes a database for one test file. */
export async function createTestDatabase(template: string = TEMPLATE_DATABASE): Promise<TestDatabase> {
  const { workers, ...server } = inject('testServer')
  const database = `test_${randomBytes(6).toString('hex')}`
  const servers = [server, ...workers]
  // To copy the files costs half as much as to write each page into the WAL.
  await onEach(servers, 'postgres', `create database ${database} template ${template} strategy file_copy`)
  const address = { kind: 'socket', ...server, database } as const
  const db = openPool(address, { connections: 4, deadlineMilliseconds: 30_000, access: 'any' })
  return {
    address,
    url: `postgres://${server.user}@localhost/${database}?host=${server.socketDir}&port=${server.port}`,
    db,
    database,
    workers,
    async isSomebodyWaiting() {
      const waiting = await onEach(
        servers,
        database,
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.flat().length > 0
    },
    async drop() {
      await db.close()
      if (workers.length > 0) await forgetCitus([server, ...workers], database)
      await onEach(servers, 'postgres', `drop database if exists ${database} with (force)`)
    },
  }
}

/** Ends what Citus still does in a database: prepared transactions, and a process of its own that would connect again. */
export async function forgetCitus(
  servers: readonly Omit<TestServer, 'workers'>[],
  database: string,
): Promise<void> {
  await onEach(servers, database, 'select recover_prepared_transactions()')
  await onEach(servers, 'postgres', `alter database ${database} with allow_connections false`)
}

/** Runs a statement in a database on each server. Returns the rows of each. */
export async function onEach(
  servers: readonly Omit<TestServer, 'workers'>[],
  database: string,
  statement: string,
): Promise<readonly unknown[][]> {
  return Promise.all(
    servers.map(async (server) => {
      const admin = await openSession({ kind: 'socket', ...server, database })
      return admin.runText(statement).finally(() => admin.close())
    }),
  )
}
