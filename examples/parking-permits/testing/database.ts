import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A database for one test file. */
export interface TestDatabase {
  /** The value for `PERMITS_DATABASE_URL`. */
  readonly url: string
  readonly pool: pg.Pool
  /** With true, ends all connections and refuses new ones. With false, accepts them again. */
  shut(isShut: boolean): Promise<void>
  drop(): Promise<void>
}

/** Makes an empty database on the test server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { socketDir: host, port, user } = inject('testServer')
  const name = `test_permits_${randomBytes(6).toString('hex')}`
  const admin = new pg.Pool({ host, port, user, database: 'portico', max: 1 })
  await admin.query(`create database ${name}`)
  const pool = new pg.Pool({ host, port, user, database: name, max: 4 })
  pool.on('error', () => undefined)
  return {
    url: `postgres://${user}@localhost/${name}?${new URLSearchParams({ host, port: String(port) })}`,
    pool,
    async shut(isShut) {
      await admin.query(`alter database ${name} allow_connections ${!isShut}`)
      if (isShut)
        await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    },
    async drop() {
      await pool.end()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}
