import { existsSync, statSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { useDatabaseFiles } from '../../../testing/database-file.ts'
import { openDatabase, type SqliteDatabase, type SqliteTransaction, SqliteUnavailable } from './index.ts'

const newFile = useDatabaseFiles()

/** A file with an empty table `kept`. */
const opened = async (options: Parameters<typeof openDatabase>[1] = {}): Promise<SqliteDatabase> => {
  const database = openDatabase(newFile(), options)
  await database.transaction((tx) => tx.query('create table kept (n integer primary key, word text)'))
  return database
}
const insert = (n: number) => (tx: SqliteTransaction) => tx.query('insert into kept (n) values ($1)', [n])
const kept = async (database: SqliteDatabase) =>
  (await database.query('select n from kept order by n')).map((row) => row['n'])

describe('a database file', () => {
  test('is made by its first transaction, by an address as in DATABASE_URL, too', async () => {
    const file = newFile()
    const database = openDatabase(`sqlite:${file}`)
    await expect(database.query('select 1')).rejects.toMatchObject({ reason: 'unusable' })
    expect([database.file, existsSync(file)]).toEqual([file, false])
    await database.transaction((tx) => tx.query('create table kept (n integer)'))
    expect(await database.query('select $1 as one, $2 as two', [new Date(7), 'b'])).toEqual([
      { one: 7, two: 'b' },
    ])
    await database.close()
    expect(existsSync(file)).toBe(true)
  })

  // proves: threat-copied-files
  test('is for its owner alone, whatever the umask is, and one that is there keeps its rights', async () => {
    const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)
    const [file, shared] = [newFile(), newFile()]
    await writeFile(shared, '')
    await chmod(shared, 0o660)
    for (const one of [file, shared]) {
      const database = openDatabase(one)
      await database.transaction((tx) => tx.query('create table kept (n integer)'))
      const own = one === file ? '600' : '660'
      expect([one, `${one}-wal`, `${one}-shm`].map(modeOf)).toEqual([own, own, own])
      await database.close()
    }
  })

  test('is in WAL mode, and a commit is on disk before it is acknowledged, unless the caller does without', async () => {
    const database = await opened()
    const mode = async (tx: SqliteTransaction) => [
      ...(await tx.query('pragma journal_mode')),
      ...(await tx.query('pragma synchronous')),
      ...(await tx.query('pragma foreign_keys')),
    ]
    const full = [{ journal_mode: 'wal' }, { synchronous: 2 }, { foreign_keys: 1 }]
    expect(await database.transaction(mode)).toEqual(full)
    const quick = await database.transaction(mode, 'may-be-lost-in-a-power-failure')
    expect(quick).toEqual([{ journal_mode: 'wal' }, { synchronous: 1 }, { foreign_keys: 1 }])
    expect(await database.transaction(mode)).toEqual(full)
    await database.close()
    expect([existsSync(`${database.file}-wal`), existsSync(`${database.file}-shm`)]).toEqual([false, false])
  })

  test.each(['', ':memory:?cache=shared', 'sqlite:', 'sqlite::memory:'])('named %j is refused', (name) => {
    expect(() => openDatabase(name)).toThrow('names no file. A test opens ":memory:"')
  })

  test('refuses everything after it was closed', async () => {
    const database = await opened()
    await database.close()
    await expect(database.query('select 1')).rejects.toThrow('is closed')
    await expect(database.transaction(insert(1))).rejects.toThrow('is closed')
  })

  test.each(['insert into kept (n) values (1)', 'delete from kept', 'drop table kept'])(
    'does not write outside of a transaction: %s',
    async (statement) => {
      const database = await opened()
      await expect(database.query(statement)).rejects.toThrow('It only reads: write in transaction().')
      expect(await kept(database)).toEqual([])
    },
  )
})

describe('a database in memory', () => {
  const inMemory = async () => {
    const database = openDatabase(':memory:')
    await database.transaction((tx) => tx.query('create table kept (n integer primary key, word text)'))
    return database
  }

  test('keeps rows for its process alone, and makes no file', async () => {
    const [one, another] = [await inMemory(), await inMemory()]
    await one.transaction(insert(1))
    expect([await kept(one), await kept(another)]).toEqual([[1], []])
    expect(existsSync(':memory:')).toBe(false)
  })

  test('rolls back, does not write outside of a transaction, and writes in the next one', async () => {
    const database = await inMemory()
    const failed = database.transaction(async (tx) => {
      await insert(1)(tx)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await expect(database.query('insert into kept (n) values (2)')).rejects.toThrow('It only reads')
    await database.transaction(insert(3))
    expect(await kept(database)).toEqual([3])
  })

  test('whose transaction ended by itself keeps its rows, and takes the next one', async () => {
    const database = await inMemory()
    await database.transaction(insert(1))
    const ended = database.transaction(async (tx) => {
      await tx.query('rollback')
      await tx.query('no statement')
    })
    await expect(ended).rejects.toThrow('syntax error')
    await database.transaction(insert(2))
    expect(await kept(database)).toEqual([1, 2])
  })

  test('is gone after it was closed', async () => {
    const database = await inMemory()
    await database.close()
    await expect(kept(database)).rejects.toThrow('is closed')
    await expect(database.transaction(insert(1))).rejects.toThrow('is closed')
  })
})

describe('a transaction', () => {
  test('that throws writes nothing, and the next one works', async () => {
    const database = await opened()
    const failed = database.transaction(async (tx) => {
      await insert(1)(tx)
      throw new Error('not today')
    })
    await expect(failed).rejects.toThrow('not today')
    await database.transaction(insert(2))
    expect(await kept(database)).toEqual([2])
  })

  test('whose statement is wrong may go on, as the work decides', async () => {
    const database = await opened()
    await database.transaction(async (tx) => {
      await insert(1)(tx)
      await expect(insert(1)(tx)).rejects.toThrow('UNIQUE constraint failed')
      await insert(2)(tx)
    })
    expect(await kept(database)).toEqual([1, 2])
  })

  test('is not seen before its commit, and readers do not wait for it', async () => {
    const database = await opened()
    await database.transaction(async (tx) => {
      await insert(1)(tx)
      expect(await kept(database)).toEqual([])
      expect(await tx.query('select n from kept')).toEqual([{ n: 1 }])
    })
    expect(await kept(database)).toEqual([1])
  })

  test('waits for those before it: 40 at once that each read and write count to 40', async () => {
    const database = await opened()
    const work = async (tx: SqliteTransaction) => {
      const [row] = await tx.query('select count(*) as count from kept')
      await new Promise((resolve) => void setImmediate(resolve))
      await insert(Number(row?.['count']))(tx)
    }
    await Promise.all(Array.from({ length: 40 }, () => database.transaction(work)))
    expect((await kept(database)).length).toBe(40)
  })

  test('that takes too long is rolled back, and its late statements write nothing', async () => {
    const database = await opened({ transactionTimeoutMs: 1 })
    const late = Promise.withResolvers<void>()
    const outcome = Promise.withResolvers<unknown>()
    const tooLong = database.transaction(async (tx) => {
      await insert(1)(tx)
      await late.promise
      await insert(2)(tx).then(outcome.resolve, outcome.resolve)
    })
    await expect(tooLong).rejects.toThrow('was open for 1 ms and was rolled back')
    await database.transaction(insert(3))
    late.resolve()
    expect(await outcome.promise).toMatchObject({ message: 'This transaction is over' })
    expect(await kept(database)).toEqual([3])
  })

  test('inside another one gives up, and both write nothing', async () => {
    const database = await opened({ busyTimeoutMs: 1 })
    const nested = database.transaction(async (tx) => {
      await insert(1)(tx)
      await database.transaction(insert(2))
    })
    await expect(nested).rejects.toThrow('other transactions of this process took too long')
    await database.transaction(insert(3))
    expect(await kept(database)).toEqual([3])
  })
})

describe('a file that another process has locked', () => {
  const locked = async (busyTimeoutMs: number) => {
    const database = await opened({ busyTimeoutMs })
    const rival = new DatabaseSync(database.file)
    rival.exec('begin immediate')
    return { database, rival }
  }

  test('is waited for, and meanwhile the process does other work', async () => {
    const { database, rival } = await locked(60_000)
    const writing = database.transaction(insert(1))
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => void setTimeout(resolve, 1))
      expect(await kept(database)).toEqual([])
    }
    rival.exec('commit')
    rival.close()
    await writing
    expect(await kept(database)).toEqual([1])
  })

  test('is an outage after the time that was set, which names file and remedy', async () => {
    const { database, rival } = await locked(1)
    const outcome = await database.transaction(insert(1)).catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(SqliteUnavailable)
    expect(outcome).toMatchObject({
      reason: 'locked',
      message: `The database file ${database.file}: database is locked. Another process or a long transaction holds its lock. End it, or raise busyTimeoutMs.`,
    })
    rival.close()
    await database.transaction(insert(2))
    expect(await kept(database)).toEqual([2])
  })
})

describe('a file without space', () => {
  /** SQLite's own limit of pages: it fails as a full disk does. */
  const full = async () => {
    const database = await opened()
    await database.transaction((tx) => tx.query('pragma max_page_count = 4'))
    return database
  }
  const big = 'x'.repeat(40_000)
  const insertBig = (tx: SqliteTransaction) => tx.query('insert into kept (n, word) values (9, $1)', [big])

  test('is an outage that writes nothing, and ends when there is space', async () => {
    const database = await full()
    await database.transaction(insert(1))
    await expect(database.transaction(insertBig)).rejects.toMatchObject({
      name: 'SqliteUnavailable',
      reason: 'full',
      message: expect.stringContaining('Make space.'),
    })
    expect(await kept(database)).toEqual([1])
    await database.transaction((tx) => tx.query('pragma max_page_count = 4000'))
    await database.transaction(insertBig)
    expect(await kept(database)).toEqual([1, 9])
  })

  test('fails the whole transaction, also where its work ignores that and goes on', async () => {
    const database = await full()
    const ignoring = database.transaction(async (tx) => {
      await insert(1)(tx)
      await insertBig(tx).catch(() => undefined)
      await insert(2)(tx).catch(() => undefined)
    })
    await expect(ignoring).rejects.toMatchObject({ reason: 'full' })
    expect(await kept(database)).toEqual([])
  })
})

describe('a file that cannot be used', () => {
  test('because its folder is missing is an outage until the folder is there', async () => {
    const folder = newFile()
    const database = openDatabase(`${folder}/a.db`)
    await expect(database.transaction(async () => 1)).rejects.toMatchObject({
      reason: 'unusable',
      message: expect.stringContaining('Check the path, the disk, and the rights'),
    })
    await mkdir(folder)
    expect(await database.transaction(async () => 1)).toBe(1)
  })

  test('because it is another file is left as it is', async () => {
    const file = newFile()
    await writeFile(file, 'my letters\n'.repeat(100))
    const outcome = openDatabase(file).transaction((tx) => tx.query('create table a (b)'))
    await expect(outcome).rejects.toMatchObject({ reason: 'unusable' })
    expect(await readFile(file, 'utf8')).toBe('my letters\n'.repeat(100))
  })

  test('because it is a folder is an outage', async () => {
    const folder = newFile()
    await mkdir(folder)
    await expect(openDatabase(folder).transaction(insert(1))).rejects.toMatchObject({ reason: 'unusable' })
  })
})
