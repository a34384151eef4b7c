import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import { keyring } from '../platform/keyring.ts'
import { DatabaseUnavailable } from '../platform/postgres/database.ts'
import { systemRandom } from '../platform/system-random.ts'
import { answerOnce } from './answer-once.ts'

// Whoever waits looks again at once.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }))

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a form that is answered for a long time is not carried out a second time: who sends it again reads that it is busy', async () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const keys = keyring([Buffer.alloc(32, 1)], systemRandom)
  const needs = { db: database.db, keyring: keys, random: systemRandom, clock: fakeClock(), log }
  const browser = { idHash: Buffer.alloc(32, 2), isLedTo: () => true }
  const request = { http: { path: '/account/password/' }, browser } as never
  const act = { page: 'one', what: 'current=a&new=b', standing: 'current' } as const
  const { promise, resolve } = Promise.withResolvers<Reply>()
  let carriedOut = 0
  const begun = Promise.withResolvers<void>()
  const first = answerOnce(needs, request, act, () => {
    carriedOut += 1
    begun.resolve()
    return promise
  })
  await begun.promise
  const again = () =>
    answerOnce(needs, request, act, async () => {
      carriedOut += 1
      return redirect(303, '/twice/')
    })
  await expect(again()).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(carriedOut).toBe(1)
  resolve(redirect(303, '/once/'))
  expect((await first).headers['location']).toBe('/once/')
  expect([(await again()).headers['location'], carriedOut]).toEqual(['/once/', 1])
})
