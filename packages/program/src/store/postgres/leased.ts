import type { Connection } from './connection.ts'
import type { ServerLease } from './server-lease.ts'

/**
 * The same connection, of which nothing is taken while the server has not proven lately that it is the primary: neither asked, nor
 * an answer that came too late, because this process was not running meanwhile.
 */
export function leased<Tx>(db: Connection<Tx>, lease: ServerLease): Connection<Tx> {
  const within = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    await lease.hold()
    const answer = await ask()
    await lease.hold()
    return answer
  }
  return {
    client: db.client,
    query(text, values, tx) {
      const ask = () => db.query(text, values, tx)
      return tx ? ask() : within(ask)
    },
    queryForProgram: (text, values) => within(() => db.queryForProgram(text, values)),
    transaction: (work) => within(() => db.transaction(work)),
  }
}
