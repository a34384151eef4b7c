import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** An empty database for one test file. */
export interface TestDatabase {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly user: string
  readonly pool: pg.Pool
  /** Copies it as it is now; nobody may use it meanwhile. The returned function puts the copy in its place, once. */
  remember(): Promise<() => Promise<void>>
  drop(): Promise<void>
}

/** Makes the database. */
export async function createTestDatabase(connections = 10): Promise<TestDatabase> {
  const { socketDir: host, port, user } = inject('testServer')
  const name = `test_program_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} strategy file_copy`)
  const pool = new pg.Pool({ host, port, user, database: name, max: connections })
  // The database is dropped by force, so a connection that is still closing gets an error.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return {
    ...{ name, host, port, user, pool },
    async remember() {
      const copy = `${name}_before`
      await asAdmin(`create database ${copy} template ${name} strategy file_copy`)
      return async () => {
        await asAdmin(`drop database ${name}`)
        await asAdmin(`alter database ${copy} rename to ${name}`)
      }
    },
    async drop() {
      await pool.end()
      await asAdmin(`drop database if exists ${name} with (force)`)
    },
  }
}

async function asAdmin(statement: string): Promise<void> {
  const { socketDir: host, port, user } = inject('testServer')
  const client = new pg.Client({ host, port, user, database: 'portico' })
  await client.connect()
  await client.query(statement)
  await client.end()
}
