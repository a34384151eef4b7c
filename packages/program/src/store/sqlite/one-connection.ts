import { openInMemory } from './connection.ts'
import { nodeSqlite } from './node-sqlite.ts'
import type { Connections } from './two-connections.ts'

/** The connection to a database in memory, which no other one can open. So whoever reads sees an open transaction. */
export function oneConnection(): Connections {
  const memory = openInMemory(nodeSqlite())
  const open = { isClosed: false }
  const unlessClosed = <T>(connection: T): T => {
    if (open.isClosed) throw new Error('The database in memory is closed')
    return connection
  }
  return {
    writer: () => unlessClosed(memory.writer),
    reader: () => unlessClosed(memory.reader),
    rollBack() {
      try {
        memory.writer.run('rollback')
      } catch {
        // SQLite has rolled back by itself.
      }
    },
    close() {
      open.isClosed = true
      memory.writer.close()
    },
  }
}
