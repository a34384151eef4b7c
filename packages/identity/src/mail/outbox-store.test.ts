import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { whileHeld } from '../../testing/while-changed.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import {
  claimLetter,
  hasLetterOf,
  insertLetter,
  postponeLetter,
  removeExpiredLetters,
  removeLetter,
  setDue,
} from './outbox-store.ts'

/** Three letters wait. What is done to one of them leaves the other ones. */
let database: TestDatabase
const letterId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [FIRST, SECOND, THIRD] = [letterId(1), letterId(2), letterId(3)]
const at = (seconds: number) => (1_800_000_000 + seconds) as UnixSeconds

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from outbox`
  for (const [index, messageId] of [THIRD, FIRST, SECOND].entries())
    await insertLetter(database.db, {
      ...{ messageId, kind: `kind-${index}`, recipient: 'ada@example.org', sealedContent: Buffer.of(1) },
      ...{ createdAt: at(messageId === FIRST ? 10 : 20), expiresAt: at(1000) },
    })
  await setDue(database.db, [THIRD], at(30))
})

/** Each letter that is left: when it is due, and how often it has failed. */
async function left(): Promise<Readonly<Record<string, readonly [number, number]>>> {
  const rows = await database.db.query<{ id: string; due: number; attempts: number }>`
    select message_id as id, extract(epoch from next_attempt_at)::bigint - ${at(0)}::bigint as due, attempts from outbox`
  return Object.fromEntries(rows.map(({ id, due, attempts }) => [id, [due, attempts]]))
}
const WAITING = { [FIRST]: [10, 0], [SECOND]: [20, 0], [THIRD]: [30, 0] }
const holds = (id: string) => (tx: Database) =>
  tx.query`select 1 from outbox where message_id = ${id} for update`

test('the letter that has been due longest is claimed, and the other ones stay due', async () => {
  expect(await claimLetter(database.db, at(9), at(99))).toBeUndefined()
  expect((await claimLetter(database.db, at(25), at(99)))?.messageId).toBe(FIRST)
  expect((await claimLetter(database.db, at(25), at(99)))?.messageId).toBe(SECOND)
  expect(await claimLetter(database.db, at(25), at(99))).toBeUndefined()
  expect(await left()).toEqual({ [FIRST]: [99, 0], [SECOND]: [99, 0], [THIRD]: [30, 0] })
})

test('a claim does not wait for a letter that another process claims, and takes the next one', async () => {
  const claim = () => claimLetter(database.db, at(25), at(99))
  const { hasWaited, answer } = await whileHeld(database, holds(FIRST), claim)
  expect([hasWaited, answer?.messageId]).toEqual([false, SECOND])
})

test('the named letters are due when it is said, and no other', async () => {
  await setDue(database.db, [FIRST, THIRD], at(50))
  expect(await left()).toEqual({ [FIRST]: [50, 0], [SECOND]: [20, 0], [THIRD]: [50, 0] })
})

test('a letter is removed once, and a letter is postponed, and no other', async () => {
  expect([await removeLetter(database.db, FIRST), await removeLetter(database.db, FIRST)]).toEqual([
    true,
    false,
  ])
  await postponeLetter(database.db, SECOND, at(70))
  expect(await left()).toEqual({ [SECOND]: [70, 1], [THIRD]: [30, 0] })
})

test('a letter of a kind waits or does not', async () => {
  expect(await hasLetterOf(database.db, ['kind-1', 'other'])).toBe(true)
  expect(await hasLetterOf(database.db, ['other'])).toBe(false)
})

test('letters that are too late are removed, without those that are being sent', async () => {
  await database.db
    .query`update outbox set expires_at = to_timestamp(${at(25)}) where message_id <> ${SECOND}`
  expect(await removeExpiredLetters(database.db, at(24))).toEqual([])
  const removed = await removeExpiredLetters(database.db, at(25))
  expect(removed.map(({ messageId }) => messageId)).toEqual([FIRST])
  const { [SECOND]: second, [THIRD]: third } = WAITING
  expect(await left()).toEqual({ [SECOND]: second, [THIRD]: third })
})

test('removing letters that are too late does not wait for one that another process claims', async () => {
  await database.db.query`update outbox set expires_at = to_timestamp(${at(25)})`
  const remove = () => removeExpiredLetters(database.db, at(25))
  const { hasWaited, answer } = await whileHeld(database, holds(FIRST), remove)
  expect([hasWaited, answer.map(({ messageId }) => messageId)]).toEqual([false, [SECOND]])
})
