import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import {
  type AddressChange,
  deleteChange,
  deleteWaiting,
  findChange,
  findDueChanges,
  saveChange,
  setDone,
} from './address-change-store.ts'

/** Two citizens change their addresses. What is done to one change leaves the other one. */
let database: TestDatabase
let db: Database
let ada: AddressChange
let bob: AddressChange

const at = (seconds: number) => (1_800_000_000 + seconds) as UnixSeconds
const DONE = { undoHash: Buffer.alloc(32, 3), doneAt: at(300), nextAt: at(800) }

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  await db.query`delete from address_changes`
  ada = waiting(at(100))
  bob = waiting(at(200))
  for (const one of [bob, ada]) await saveChange(db, one)
})

function waiting(nextAt: UnixSeconds): AddressChange {
  return {
    ...{ citizenId: randomUuid(random), securityVersion: 1, passwordMark: Buffer.alloc(32, 1) },
    ...{ oldEmail: 'old@example.test', newEmail: 'new@example.test', isProven: true },
    ...{
      stopHash: Buffer.alloc(32, 2),
      undoHash: null,

      askedAt: at(0),
      nextAt,
      doneAt: null,
    },
  }
}

const both = async () => [await findChange(db, ada.citizenId), await findChange(db, bob.citizenId)]

test('a change is found by its citizen', async () => {
  expect(await both()).toEqual([ada, bob])
  expect(await findChange(db, randomUuid(random))).toBeUndefined()
})

test('a change takes the place of one that waits, and of none that can still be undone', async () => {
  const next = { ...ada, newEmail: 'next@example.test', nextAt: at(500) }
  expect(await saveChange(db, next)).toBe(true)
  expect(await both()).toEqual([next, bob])
  await setDone(db, ada.citizenId, DONE)
  expect(await saveChange(db, ada)).toBe(false)
  expect(await both()).toEqual([{ ...next, ...DONE }, bob])
})

test('the next steps are those that are due, the longest first', async () => {
  expect(await findDueChanges(db, at(99), 10)).toEqual([])
  expect(await findDueChanges(db, at(199), 10)).toEqual([ada.citizenId])
  expect(await findDueChanges(db, at(200), 10)).toEqual([ada.citizenId, bob.citizenId])
})

test('only one that waits is stopped, once', async () => {
  await setDone(db, bob.citizenId, DONE)
  expect(await deleteWaiting(db, bob.citizenId)).toBe(false)
  const carl = waiting(at(300))
  await saveChange(db, carl)
  expect([await deleteWaiting(db, ada.citizenId), await deleteWaiting(db, ada.citizenId)]).toEqual([
    true,
    false,
  ])
  expect(await both()).toEqual([undefined, { ...bob, ...DONE }])
  expect(await findChange(db, carl.citizenId)).toEqual(carl)
})

test('a change is deleted for one citizen, also one that was carried out', async () => {
  await setDone(db, ada.citizenId, DONE)
  await deleteChange(db, ada.citizenId)
  expect(await both()).toEqual([undefined, bob])
})
