import { expect, test } from 'vitest'
import { openWriter } from './connection.ts'

test('a file system without WAL is refused with a sentence, and the file is closed', () => {
  const closed: string[] = []
  class DatabaseSync {
    readonly path: string
    constructor(path: string) {
      this.path = path
    }
    exec() {}
    prepare() {
      return { all: () => [{ journal_mode: 'delete' }] }
    }
    close() {
      closed.push(this.path)
    }
  }
  expect(() => openWriter({ DatabaseSync }, '/mnt/far/permits.db')).toThrow(
    'The database file /mnt/far/permits.db cannot be in WAL mode, because its file system does not share memory between processes. Use a local disk.',
  )
  expect(closed).toEqual(['/mnt/far/permits.db'])
})
