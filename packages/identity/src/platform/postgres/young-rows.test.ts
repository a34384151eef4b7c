import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: { readonly type: 'minor' }) => void

/** Collects the young generation only, as V8 does many times a second. */
const collectYoung = () => collect({ type: 'minor' })

async function rowsSeen(statements: number): Promise<WeakRef<object>[]> {
  const seen: WeakRef<object>[] = []
  for (let number = 0; number < statements; number += 1) {
    const rows = await database.db
      .query<object>`select n, repeat('x', 100) as text from generate_series(1, 8) as n`
    for (const row of rows) seen.push(new WeakRef(row))
  }
  return seen
}

test('what statements answered is let go with the young, not kept among the old', async () => {
  const seen = await rowsSeen(50)
  await new Promise((resolve) => void setImmediate(resolve))
  collectYoung()
  collectYoung()
  const kept = seen.filter((row) => row.deref() !== undefined)
  // The last of them may still arrive.
  expect(kept.length).toBeLessThan(seen.length / 10)
})
