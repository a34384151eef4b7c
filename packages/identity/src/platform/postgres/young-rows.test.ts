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

/** The part of the rows of fifty statements that two collections of the young leave in place. */
async function partKept(): Promise<number> {
  const seen = await rowsSeen(50)
  await new Promise((resolve) => void setImmediate(resolve))
  collectYoung()
  collectYoung()
  return seen.filter((row) => row.deref() !== undefined).length / seen.length
}

test('what statements answered is let go with the young, not kept among the old', async () => {
  // V8 also collects when it likes, and what lives at that moment grows old: on a busy machine one round may keep many.
  // What the driver would hold is kept in every round.
  const parts: number[] = []
  do parts.push(await partKept())
  while (parts.length < 10 && Math.min(...parts) >= 0.1)
  expect(Math.min(...parts)).toBeLessThan(0.1)
})
