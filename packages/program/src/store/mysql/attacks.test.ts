import type { RowDataPacket } from 'mysql2/promise'
import { describe, expect, test } from 'vitest'
import { noMariadb, useMariadb, withMariadb } from '../../../testing/mariadb.ts'
import { at, claimSample, handoffSample, sessionSample } from '../../testing/conformance-samples.ts'
import { mysqlStore, starterAccounts } from './index.ts'

const server = useMariadb()

const CODES = 10

const open = async (level = 'repeatable read') => {
  const pool = server.pool({ ...(await server.newDatabase()), connectionLimit: 10 })
  pool.pool.on('connection', (connection) => {
    connection.query(`set session transaction isolation level ${level}`)
  })
  return { pool, store: mysqlStore(pool) }
}

describe.skipIf(noMariadb !== null)(withMariadb('MariaDB under attack'), () => {
  // proves: threat-program-replay
  test.each(['read committed', 'repeatable read'])(
    'refuses no good code while a purge removes many expired ones, with %s',
    async (level) => {
      const { store } = await open(level)
      await store.migrate()
      const numbers = Array.from({ length: CODES }, (_, n) => n)
      for (let n = 0; n < 100; n += 1) await store.createHandoff(handoffSample({ codeHash: `expired-${n}` }))
      for (const n of numbers)
        await store.createHandoff(handoffSample({ codeHash: `c${n}`, expiresAt: at(300_000) }))
      const purging = store.purge(at(200_000), 1000)
      const kinds: string[] = []
      for (const n of numbers) {
        const claim = claimSample({ codeHash: `c${n}`, now: at(200_000) })
        const commit = async () => ({ session: sessionSample(n), endOtherSessions: false })
        kinds.push((await store.consumeHandoff(claim, commit)).kind)
      }
      expect((await purging).handoffs).toBe(100)
      expect((await store.countRevocations()).waiting).toBe(100)
      expect(kinds).toEqual(numbers.map(() => 'consumed'))
    },
  )

  test('that may forget what it committed is refused', async () => {
    const { pool, store } = await open()
    await pool.query('set global innodb_flush_log_at_trx_commit = 0')
    await expect(store.migrate()).rejects.toThrow('would forget used codes')
    await pool.query('set global innodb_flush_log_at_trx_commit = 2')
    await store.migrate()
  })

  test.each(['utf8mb3', 'latin1', 'utf8mb4'])(
    'whose database has the character set %s stores every name of a citizen',
    async (set) => {
      const { pool } = await open()
      const connection = await pool.getConnection()
      await connection.query(`alter database character set ${set}`)
      await connection.query(`set session character_set_database = default`)
      const [[found]] = await connection.query<RowDataPacket[]>('select @@character_set_database as name')
      expect(found?.['name']).toBe(set)
      connection.release()
      const accounts = starterAccounts(pool)
      await accounts.load('nobody')
      const name = '𠮷田 Žižka ☂'
      const row = ['a1', name, 'citizen@example.test'].map((text) => Buffer.from(text))
      await pool.execute('insert into citizens (id, name, email) values (?, ?, ?)', row)
      expect((await accounts.load('a1'))?.name).toBe(name)
    },
  )
})
