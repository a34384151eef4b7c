import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { recordRead, recordRefused } from './index.ts'

let database: TestDatabase
let citizenId: string
const clock = fakeClock(Date.now())
const by = { actor: 'operator', operator: 'Ida', reason: 'a ticket' } as const
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  citizenId = randomUuid(random)
})

const LOOK = 'console citizen'
const needs = () => ({ db: database.db, clock, random, by, sameWithinSeconds: 60 })
const look = (changes: object = {}, command = LOOK) =>
  recordRead({ ...needs(), ...changes }, { command, citizenId })
const looks = async () => {
  const rows = await database.db.query`
    select 1 from audit_events where citizen_id = ${citizenId} and name = 'operator-looked'`
  return rows.length
}

test('the same look is written once', async () => {
  for (let times = 0; times < 3; times += 1) await look()
  expect(await looks()).toBe(1)
})

test.each([
  ['of another operator', { by: { ...by, operator: 'Udo' } }],
  ['for another reason', { by: { ...by, reason: 'another ticket' } }],
  ['without a reason', { by: { ...by, reason: undefined } }],
  ['where nothing says that it may be the same', { sameWithinSeconds: undefined }],
])('a look %s is another one', async (_, changes) => {
  await look()
  await look(changes)
  expect(await looks()).toBe(2)
})

test('so is a look by another command, at another citizen, and one after the time', async () => {
  await look()
  await look({}, 'console uncover')
  expect(await looks()).toBe(2)
  await database.db.query`
    update audit_events set at = at - interval '61 seconds' where citizen_id = ${citizenId}`
  await look()
  expect(await looks()).toBe(3)
  citizenId = randomUuid(random)
  await look()
  expect(await looks()).toBe(1)
})

test('a refusal is no look', async () => {
  await recordRefused(needs(), { command: LOOK, citizenId, because: 'x' })
  await look()
  expect(await looks()).toBe(1)
})

test('two looks that find nobody are two', async () => {
  for (let times = 0; times < 2; times += 1) await recordRead(needs(), { command: 'nobody here' })
  const rows = await database.db.query`
    select 1 from audit_events where details ->> 'command' = 'nobody here'`
  expect(rows).toHaveLength(2)
})
