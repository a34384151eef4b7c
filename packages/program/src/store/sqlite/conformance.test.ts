import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeConformance } from '../../testing/store-conformance.ts'
import { openDatabase, sqliteStore } from './index.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-sqlite-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
const fresh = () => openDatabase(join(folder, `${(files += 1)}.db`))

const migrated = async () => {
  const store = sqliteStore(fresh())
  await store.migrate()
  return store
}

// proves: threat-program-replay
test.each(storeConformance(migrated))('$name', ({ run }) => run())

test('40 instances at once make one schema', async () => {
  const file = fresh()
  const stores = Array.from({ length: 40 }, () => sqliteStore(openDatabase(file.file)))
  const results = await Promise.all(stores.map((store) => store.migrate()))
  expect(results.filter(({ from }) => from === 0)).toHaveLength(1)
})
