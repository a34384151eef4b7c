// Takes over 10 s: a MariaDB is made, and every rule for stores is tried at two levels of isolation.
import type { RowDataPacket } from 'mysql2/promise'
import { describe, expect, test } from 'vitest'
import { noMariadb, useMariadb, withMariadb } from '../../../testing/mariadb.ts'
import { storeConformance } from '../../testing/store-conformance.ts'
import { type MysqlPoolLike, mysqlStore } from './index.ts'

const server = useMariadb()

const TABLES = [
  'identities',
  'pending',
  'handoffs',
  'access_tokens',
  'spent_refresh',
  'sessions',
  'throttle',
  'revocations',
  'housekeeping',
]

/** Makes empty stores with this level of isolation, one after another, over one database. */
const storesAt = (level: string) => {
  let opened: Promise<MysqlPoolLike> | null = null
  const open = async () => {
    const pool = server.pool({ ...(await server.newDatabase()), connectionLimit: 40 })
    pool.pool.on('connection', (connection) => {
      connection.query(`set session transaction isolation level ${level}`)
    })
    const [[set]] = await pool.query<RowDataPacket[]>('select @@tx_isolation as level')
    expect(set?.['level']).toBe(level.toUpperCase().replace(' ', '-'))
    await mysqlStore(pool).migrate()
    return pool
  }
  return async () => {
    opened ??= open()
    const pool = await opened
    for (const table of TABLES) await pool.execute(`delete from sso_${table}`)
    return mysqlStore(pool)
  }
}

describe.skipIf(noMariadb !== null).each(['read committed', 'repeatable read'])(
  withMariadb('the store over MariaDB, with %s'),
  (level) => {
    // proves: threat-program-replay
    test.each(storeConformance(storesAt(level)))('$name', ({ run }) => run())
  },
)
