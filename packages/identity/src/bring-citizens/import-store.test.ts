import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addCitizen } from '../../testing/people.ts'
import { systemRandom } from '../platform/system-random.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import { findAccountsBySubject, findHolders, listCitizensAfter } from './import-store.ts'

const clock = fakeClock()

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from login_emails`
  await database.db.query`delete from suspensions`
  await database.db.query`delete from citizens`
})

const add = (changes: Parameters<typeof addCitizen>[1] = {}) =>
  addCitizen({ foundation: { db: database.db, clock, random: systemRandom } }, changes)
/** Stores a suspension that began so many seconds after the epoch. */
const suspend = (citizenId: string, since: number) => database.db.query`
  insert into suspensions (citizen_id, since, cause) values (${citizenId}, to_timestamp(${since}), 'other')`

test('an address that was asked for is held by whoever signs in with it, or has it reserved until later', async () => {
  const [used, over, reserved, beside] = [await add(), await add(), await add(), await add()]
  const reserve = (email: string, seconds: number) => database.db.query`
    update login_emails set reserved_until = now() + make_interval(secs => ${seconds}) where email = ${email}`
  await reserve(over.email, -60)
  await reserve(reserved.email, 3_600)
  const asked = [used.email, over.email, reserved.email]
  const holders = await findHolders(database.db, asked, clock.now())
  expect(holders).toHaveLength(2)
  expect(holders).toContainEqual({ email: used.email, citizenId: used.citizenId, isReserved: false })
  expect(holders).toContainEqual({ email: reserved.email, citizenId: reserved.citizenId, isReserved: true })
  expect(await findHolders(database.db, [beside.email], clock.now())).toHaveLength(1)
})

test('accounts are found by the subjects that were asked for, closed ones too', async () => {
  const [{ subject, citizenId }] = [await add({ standing: 'closed' }), await add()]
  expect(await findAccountsBySubject(database.db, [subject])).toEqual([{ subject, citizenId }])
})

describe('the accounts of a page', () => {
  test('are those behind the last one of the page before, without those that are closed', async () => {
    const all = [await add(), await add(), await add(), await add({ standing: 'closed' })]
    const open = all
      .filter(({ standing }) => standing !== 'closed')
      .map(({ citizenId }) => citizenId)
      .toSorted()
    const listed: string[] = []
    for (let after = FIRST_UUID; ; after = listed.at(-1) ?? '') {
      const [next] = await listCitizensAfter(database.db, after, 1)
      if (!next || listed.includes(next.citizenId)) break
      listed.push(next.citizenId)
    }
    expect(listed).toEqual(open)
  })

  test('have each its own suspension, and none while they are active', async () => {
    const suspended = { standing: 'suspended' } as const
    const [one, other, active] = [await add(suspended), await add(suspended), await add()]
    await suspend(one.citizenId, 1)
    await suspend(other.citizenId, 2)
    await suspend(active.citizenId, 3)
    const listed = await listCitizensAfter(database.db, FIRST_UUID, 100)
    const since = listed.map(({ citizenId, suspendedSince }) => [citizenId, suspendedSince])
    expect(since.toSorted()).toEqual(
      [
        [one.citizenId, 1],
        [other.citizenId, 2],
        [active.citizenId, null],
      ].toSorted(),
    )
  })
})
