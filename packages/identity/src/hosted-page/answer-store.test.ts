import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { findAnswer, giveTurnBack, holdTurn, keepAnswer, type Turn, takeTurn } from './answer-store.ts'

/** Two forms were sent. What is done to one of them leaves the other one. */
let database: TestDatabase
const at = (seconds: number) => (1_800_000_000 + seconds) as UnixSeconds
const turnOf = (form: number, turn: number, act = 1): Turn => ({
  ...{ form: Buffer.alloc(32, form), act: Buffer.alloc(32, act) },
  turn: `00000000-0000-4000-8000-00000000000${turn}`,
})
const [ONE, OTHER] = [turnOf(1, 1), turnOf(2, 2)]
const ANSWER = Buffer.of(7)
const TIMES = { now: at(0), until: at(10) }

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from answered_forms`
  for (const turn of [ONE, OTHER]) expect(await takeTurn(database.db, turn, TIMES)).toBe(true)
})

const takes = (turn: Turn, now = at(0)) => takeTurn(database.db, turn, { now, until: at(20) })
const found = async (sent: Turn, now = at(0)) => (await findAnswer(database.db, sent, now))?.answer
const keep = (turn: Turn) => keepAnswer(database.db, turn, { answer: ANSWER, until: at(60) })

test('a turn is taken once, until its time is over', async () => {
  expect(await takes(turnOf(1, 3))).toBe(false)
  expect(await takes(turnOf(1, 3), at(9))).toBe(false)
  expect(await takes(turnOf(1, 3), at(10))).toBe(true)
  expect(await takes(turnOf(1, 4), at(10))).toBe(false)
})

test('a form that asks for something else is answered anew, and what it had asked for before is forgotten', async () => {
  await keep(ONE)
  const another = turnOf(1, 3, 2)
  expect(await takes(another)).toBe(true)
  expect([await found(ONE), await found(another)]).toEqual([undefined, null])
})

test('an answer is found by its form and what that asks for, until its time is over', async () => {
  await keep(ONE)
  expect([await found(ONE), await found(ONE, at(59))]).toEqual([ANSWER, ANSWER])
  expect([await found(OTHER), await found(turnOf(3, 1)), await found(turnOf(1, 1, 2))]).toEqual([
    null,
    undefined,
    undefined,
  ])
  expect(await found(ONE, at(60))).toBeUndefined()
})

test('who has the turn keeps the answer, and nobody else does', async () => {
  await keep(turnOf(1, 2))
  await keep(turnOf(2, 1))
  expect([await found(ONE), await found(OTHER)]).toEqual([null, null])
  await keep(ONE)
  expect([await found(ONE), await found(OTHER)]).toEqual([ANSWER, null])
})

test('who has the turn holds it, and nobody else does, and no answer is held', async () => {
  await holdTurn(database.db, ONE, at(30))
  await holdTurn(database.db, turnOf(2, 1), at(99))
  expect([await takes(turnOf(1, 3), at(29)), await takes(turnOf(2, 3), at(29))]).toEqual([false, true])
  await keep(ONE)
  await holdTurn(database.db, ONE, at(300))
  expect([await found(ONE, at(59)), await found(ONE, at(60))]).toEqual([ANSWER, undefined])
})

test('a turn that was held ends when it was said', async () => {
  await holdTurn(database.db, ONE, at(30))
  await holdTurn(database.db, turnOf(2, 1), at(99))
  expect(await takes(turnOf(1, 3), at(30))).toBe(true)
})

test('who has the turn gives it back, and nobody else does', async () => {
  for (const turn of [turnOf(1, 2), turnOf(2, 1)]) await giveTurnBack(database.db, turn)
  expect([await found(ONE), await found(OTHER)]).toEqual([null, null])
  await giveTurnBack(database.db, ONE)
  expect([await found(ONE), await found(OTHER)]).toEqual([undefined, null])
})
