import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'
import { type DatabaseAddress, type DatabasePool, openPool } from '../src/platform/postgres/connect.ts'

/** The template of every test database. */
export const TEMPLATE_DATABASE = 'portico_template'

/** The PostgreSQL server of the test run. */
export interface TestServer {
  readonly socketDir: string
  readonly port: number
  readonly user: string
}

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  readonly address: Extract<DatabaseAddress, { kind: 'socket' }>
  /** Its address as `PORTICO_DATABASE_URL`, for child processes. */
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
