import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'
import { type DatabaseAddress, type DatabasePool, openPool } from '../src/platform/postgres/connect.ts'

/** The database that every test database is copied from. */
export const TEMPLATE_DATABASE = 'portico_template'

/** Where the test run's PostgreSQL is. */
export interface TestServer {
  readonly socketDir: string
  readonly port: number
  readonly user: string
}

/** One database of a test's own, migrated and empty. */
export interface TestDatabase {
  readonly address: Extract<DatabaseAddress, { kind: 'socket' }>
  /** The same, as `PORTICO_DATABASE_URL` for child processes. */
  readonly url: string
  readonly db: DatabasePool
  drop(): Promise<void>
}

/** Makes a database for one test file. */
export async function createTestDatabase(template: string = TEMPLATE_DATABASE): Promise<TestDatabase> {
  const server = inject('testServer')
  const database = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(server, `create database ${database} template ${template}`)
  const address = { kind: 'socket', ...server, database } as const
  const db = openPool(address, { connections: 4, deadlineMilliseconds: 30_000, access: 'any' })
  return {
    address,
    url: `postgres://${server.user}@localhost/${database}?host=${server.socketDir}&port=${server.port}`,
    db,
    async drop() {
      await db.close()
      await asAdmin(server, `drop database if exists ${database} with (force)`)
    },
  }
}

async function asAdmin(server: TestServer, statement: string): Promise<void> {
  const path = `${server.socketDir}/.s.PGSQL.${server.port}`
  const admin = postgres({ path, user: server.user, database: 'portico', max: 1, onnotice: () => undefined })
  await admin.unsafe(statement)
  await admin.end()
}
