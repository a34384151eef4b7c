import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillTables } from '../testing/crowd.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { addressHash } from './guesses/guessed-address-store.ts'
import { selectValues } from './platform/postgres/select-values.ts'
import { openSession } from './platform/postgres/session.ts'
import type { Belonging } from './platform/room/holds.ts'
import { HEADS } from './room-heads.ts'
import { EVENTS, ROOMS } from './rooms.ts'

/** What others have is not counted, in any room. */
const PEOPLE = 25

/** What hangs on the standing or the password of an account, too, and where tests have two citizens with it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'citizens: suspension': 'citizens/suspension.test.ts',
  'second-factor: wrongCodes': 'second-factor/holds.test.ts',
  'lost-app: removal': 'lost-app/removal-store.test.ts',
  'change-address: waits': 'change-address/address-change-store.test.ts',
  'change-address: undoable': 'change-address/address-change-store.test.ts',
}

/** What the crowd has not by itself. */
const MORE = [
  `operators select citizen_id, email, 'reader', now() from citizens`,
  `passkeys select citizen_id, '\\x01', '\\x02', 0, '', 'A key', false, now() from citizens`,
  `authenticators select citizen_id, subject, '\\x01', 'An app', 0, now() from citizens`,
  `recovery_codes select citizen_id, '\\x01' from citizens`,
  `half_sign_ins select citizen_id, '\\x01', 1, '\\x02', 0, now() + interval '1 hour' from citizens`,
  `closings select citizen_id, 1, now(), now() + interval '1 day' from citizens`,
  `address_changes select citizen_id, 1, '\\x01', email, 'new@example.test', true, '\\x02', null, now(), now() + interval '1 day' from citizens`,
  `app_removals select citizen_id, 1, '\\x01', now(), now(), now() + interval '1 day' from citizens`,
  `investigations select citizen_id, 'ada', now(), now() + interval '1 day' from citizens`,
]
const clock = fakeClock()
let database: TestDatabase
let belongings: readonly (readonly [room: string, belonging: Belonging])[]

beforeAll(async () => {
  database = await createTestDatabase()
  await fillTables(database, { citizens: PEOPLE, nowSeconds: clock.now(), clientId: 'permits' })
  const session = await openSession(database.address)
  for (const each of MORE) await session.runText(`insert into ${each}`)
  await session.query`update known_devices set failures = 3`
  for (let n = 1; n <= PEOPLE; n += 1)
    await session.query`
      insert into guessed_addresses values (${addressHash(emailOf(n))}, 4, now() + interval '1 day')`
  await session.close()
  await database.db.query`
    insert into clients (client_id, name, redirect_uris, scope, confirmation, revision, created_at)
    values ('permits', 'Permits', '{}', 'openid', 'first-time', 1, now())`
  const found = Object.entries(HEADS).map(async ([room, { holds }]) =>
    ((await holds?.()) ?? []).flatMap((one) => ('count' in one ? [[room, one] as const] : [])),
  )
  belongings = (await Promise.all(found)).flat()
})
afterAll(() => database.drop())

const NOBODY = '11111111-1111-4111-8111-111111111111'
const emailOf = (n: number) => `${n}@crowd.example.test`

async function counted(citizenId: string, email: string): Promise<Record<string, number>> {
  const needs = { db: database.db, clock, email }
  const all = belongings.map(
    async ([room, { name, count }]) => [`${room}: ${name}`, await count(needs, citizenId)] as const,
  )
  return Object.fromEntries(await Promise.all(all))
}

test('somebody without an account has nothing, whatever others have', async () => {
  const nothing = await counted(NOBODY, 'nobody@example.test')
  expect(Object.values(nothing).filter((count) => count !== 0)).toEqual([])
})

test('others have it: what is new in a room is counted here, too', async () => {
  const sums: Record<string, number> = {}
  for (let n = 1; n <= PEOPLE; n += 1) {
    const [person] = await database.db.query<{ id: string }>`
      select citizen_id as id from citizens where email = ${emailOf(n)}`
    const own = await counted(person?.id ?? '', emailOf(n))
    for (const [name, count] of Object.entries(own)) sums[name] = (sums[name] ?? 0) + count
  }
  expect(Object.keys(sums).filter((name) => sums[name] === 0)).toEqual(Object.keys(ELSEWHERE))
  for (const file of Object.values(ELSEWHERE)) expect(existsSync(join(import.meta.dirname, file))).toBe(true)
})

describe('what the home of an account tells', () => {
  const asked = ROOMS.flatMap(({ onHome }) => (onHome ? [onHome] : []))
  const found = async ({ db }: Pick<TestDatabase, 'db'>, citizenId: string) => {
    const question = { citizenId, language: 'en', layout: await db.layout(), events: EVENTS }
    return selectValues<readonly unknown[]>(
      db,
      asked.map((room) => room.asks(question)),
    )
  }

  test('somebody who has nothing is told the same beside a crowd as alone, and the crowd is told more', async () => {
    const empty = await createTestDatabase()
    const nothing = await found(empty, NOBODY)
    await empty.drop()
    expect(await found(database, NOBODY)).toEqual(nothing)
    const people = await database.db.query<{ id: string }>`select citizen_id as id from citizens`
    const told = await Promise.all(people.map(({ id }) => found(database, id)))
    const untold = asked.filter((_, at) => told.every((each) => isDeepStrictEqual(each[at], nothing[at])))
    expect(untold.map(({ asks }) => asks)).toEqual([])
  })
})

test('what is forgotten is not counted', async () => {
  const at = 'guesses: atAddress'
  expect((await counted(NOBODY, emailOf(1)))[at]).toBe(4)
  await database.db.query`
    update guessed_addresses set forget_at = to_timestamp(${clock.now()}) where address_hash = ${addressHash(emailOf(1))}`
  expect([(await counted(NOBODY, emailOf(1)))[at], (await counted(NOBODY, emailOf(2)))[at]]).toEqual([0, 4])
})
