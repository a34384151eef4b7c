import { expect, test } from 'vitest'
import { useDatabaseFiles } from '../../../testing/database-file.ts'
import { storeConformance } from '../../testing/store-conformance.ts'
import { openDatabase, sqliteStore } from './index.ts'

const newFile = useDatabaseFiles()

const migrated = async () => {
  const database = openDatabase(newFile())
  const store = sqliteStore(database)
  await store.migrate()
  return { ...store, close: () => database.close() }
}

// proves: threat-program-replay
test.each(storeConformance(migrated))('$name', ({ run }) => run())

test('40 connections at once make one schema', async () => {
  const file = newFile()
  const databases = Array.from({ length: 40 }, () => openDatabase(file))
  const results = await Promise.all(databases.map((database) => sqliteStore(database).migrate()))
  expect(results.filter(({ from }) => from === 0)).toHaveLength(1)
  await Promise.all(databases.map((database) => database.close()))
})
