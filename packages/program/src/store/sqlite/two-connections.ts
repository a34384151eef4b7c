import { type Connection, openReader, openWriter } from './connection.ts'
import { nodeSqlite } from './node-sqlite.ts'

/** The connections of a process to a database. */
export interface Connections {
  writer(): Connection
  reader(): Connection
  /** Ends the open transaction. Nothing of it is written. */
  rollBack(): void
  close(): void
}

/** The two connections to a file. The one that reads sees nothing of an open transaction. Each is opened at its first use. */
export function twoConnections(file: string): Connections {
  const sqlite = nodeSqlite()
  const open: { writer?: Connection | undefined; reader?: Connection; isClosed?: true } = {}
  const refuseClosed = () => {
    if (open.isClosed) throw new Error(`The database file ${file} is closed`)
  }
  const writer = () => {
    refuseClosed()
    return (open.writer ??= openWriter(sqlite, file))
  }
  return {
    writer,
    reader() {
      refuseClosed()
      return (open.reader ??= openReader(sqlite, file))
    },
    rollBack() {
      try {
        open.writer?.run('rollback')
      } catch {
        // SQLite has rolled back by itself, or the file is lost. The next transaction opens it again.
        open.writer?.close()
        open.writer = undefined
      }
    },
    close() {
      open.isClosed = true
      // The last connection that closes tidies up the files of the WAL, which one that only reads cannot do.
      open.reader?.close()
      open.writer?.close()
    },
  }
}
