import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { selectValues } from '../platform/postgres/select-values.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { ON_HOME } from './on-home.ts'
import {
  deleteRemoval,
  findDueRemovals,
  findRemoval,
  insertRemoval,
  type Removal,
  setReminded,
} from './removal-store.ts'

/** Two citizens wait. What is done to one of them leaves the other one. */
let database: TestDatabase
let db: Database
let ada: Removal
let bob: Removal

const at = (seconds: number) => (1_800_000_000 + seconds) as UnixSeconds

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  await db.query`delete from app_removals`
  ada = waiting(at(100))
  bob = waiting(at(200))
  for (const one of [bob, ada]) await insertRemoval(db, one)
})

function waiting(nextAt: UnixSeconds): Removal {
  return {
    ...{ citizenId: randomUuid(random), securityVersion: 1, passwordMark: Buffer.alloc(32, 1) },
    ...{ askedAt: at(0), nextAt, dueAt: at(900) },
  }
}

test('one that waits stays for the account as it is; one of an account that was changed begins anew', async () => {
  expect(await insertRemoval(db, { ...ada, nextAt: at(500) })).toBe(false)
  expect(await findRemoval(db, ada.citizenId)).toEqual(ada)
  for (const changed of [
    { ...ada, securityVersion: 2, nextAt: at(500) },
    { ...ada, securityVersion: 2, passwordMark: Buffer.alloc(32, 2), nextAt: at(600) },
  ]) {
    expect(await insertRemoval(db, changed)).toBe(true)
    expect(await findRemoval(db, ada.citizenId)).toEqual(changed)
  }
  expect(await findRemoval(db, bob.citizenId)).toEqual(bob)
})

test('the home tells a citizen of the own one alone', async () => {
  const dueAt = async (citizenId: string) => {
    const question = { citizenId, language: 'en', layout: 'one-server', events: {} } as const
    return selectValues<readonly [UnixSeconds | null]>(db, [ON_HOME.asks(question)])
  }
  await deleteRemoval(db, ada.citizenId)
  expect([await dueAt(ada.citizenId), await dueAt(bob.citizenId)]).toEqual([[null], [bob.dueAt]])
})

test('it is found by its citizen', async () => {
  expect(await findRemoval(db, bob.citizenId)).toEqual(bob)
  expect(await findRemoval(db, randomUuid(random))).toBeUndefined()
})

test('the next steps are those that are due, the longest first', async () => {
  expect(await findDueRemovals(db, at(99), 10)).toEqual([])
  expect(await findDueRemovals(db, at(199), 10)).toEqual([ada.citizenId])
  expect(await findDueRemovals(db, at(200), 10)).toEqual([ada.citizenId, bob.citizenId])
})

test('the reminder is noted for one citizen', async () => {
  await setReminded(db, ada.citizenId, at(700))
  expect(await findRemoval(db, ada.citizenId)).toEqual({ ...ada, nextAt: at(700), dueAt: at(700) })
  expect(await findRemoval(db, bob.citizenId)).toEqual(bob)
})

test('it is deleted once, for one citizen', async () => {
  expect([await deleteRemoval(db, ada.citizenId), await deleteRemoval(db, ada.citizenId)]).toEqual([
    true,
    false,
  ])
  expect(await findRemoval(db, bob.citizenId)).toEqual(bob)
})
