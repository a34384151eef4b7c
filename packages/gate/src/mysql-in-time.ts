import type { MysqlConnectionLike, MysqlPoolLike } from '@portico/program/mysql'
import type { Pool, PoolConnection } from 'mysql2/promise'

/** The server has not answered in time. Nobody knows whether it has done what it was asked. */
class TooLate extends Error {
  override readonly name = 'TooLate'
}

/**
 * A pool whose every step ends in time. The driver waits for ever for a server that is frozen or cut off. A connection that was
 * late is destroyed: what it answers afterwards would be taken for the answer to something else, and its transaction must not go on.
 */
export function poolInTime(pool: Pool, milliseconds: number): MysqlPoolLike {
  const getConnection = async () => {
    const getting = pool.getConnection()
    const late = () => void getting.then((connection) => connection.release()).catch(() => undefined)
    return connectionInTime(await inTime(getting, milliseconds, late), milliseconds)
  }
  return {
    getConnection,
    async execute(statement, values) {
      const connection = await getConnection()
      try {
        return await connection.execute(statement, values)
      } finally {
        connection.release()
      }
    },
  }
}

function connectionInTime(connection: PoolConnection, milliseconds: number): MysqlConnectionLike {
  let isDestroyed = false
  const destroy = () => {
    if (isDestroyed) return
    isDestroyed = true
    // A destroyed connection may emit an error once more.
    connection.on('error', () => undefined)
    connection.destroy()
  }
  const timed = <Value>(work: Promise<Value>) => inTime(work, milliseconds, destroy)
  return {
    execute: (statement, values) =>
      timed(connection.execute(typeof statement === 'string' ? { sql: statement } : statement, values)),
    query: (text) => timed(connection.query(text)),
    beginTransaction: () => timed(connection.beginTransaction()),
    commit: () => timed(connection.commit()),
    rollback: () => timed(connection.rollback()),
    release: () => (isDestroyed ? undefined : connection.release()),
    destroy,
    on: (event, listener) => connection.on(event, listener),
    off: (event, listener) => connection.off(event, listener),
  }
}

function inTime<Value>(work: Promise<Value>, milliseconds: number, late: () => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      late()
      reject(new TooLate(`the database has not answered within ${milliseconds} ms`))
    }, milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
