import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { openPool } from './connect.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('after a quiet time, one slow statement does not break off what others have just begun', { timeout: 20_000 }, async () => {
  const pool = openPool(database.address, { connections: 4, deadlineMilliseconds: 600, access: 'any' })
  await Promise.all([1, 2, 3, 4].map(() => pool.query`select pg_sleep(0.05)`))
  await wait(5_200)
  const slow = pool.query`select pg_sleep(1)`.catch((error: unknown) => String(error))
  await wait(300)
  const other = pool
    .transaction(async (tx) => {
      await tx.query`select pg_sleep(0.5)`
      return 'done'
    })
    .catch((error: unknown) => String(error))
  expect(await slow).toContain('in time')
  expect(await other).toBe('done')
  await pool.close()
})

test('a transaction whose caller was told 503 while it waited for a connection is not begun later', { timeout: 20_000 }, async () => {
  const pool = openPool(database.address, { connections: 1, deadlineMilliseconds: 200, access: 'any' })
  let ran = 0
  const first = pool.transaction((tx) => tx.query`select pg_sleep(0.35)`).catch(() => undefined)
  const later = Array.from({ length: 5 }, () =>
    pool
      .transaction(async (tx) => {
        ran += 1
        await tx.query`select 1 as one`
      })
      .then(
        () => 'done',
        (error: unknown) => String(error),
      ),
  )
  await first
  console.log(await Promise.all(later))
  await wait(600)
  expect(ran).toBe(0)
  await pool.close()
})
