import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, markOf } from '../citizens/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { CODE_HOLDS } from './holds.ts'

let service: TestService
let ada: Citizen
let bob: Citizen

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  ada = await addCitizen(service)
  bob = await addCitizen(service)
  for (const citizen of [ada, bob]) {
    await beginSignIn(citizen, 1)
    await beginSignIn(citizen, 2)
    await failCodes(citizen, 3)
  }
})

const db = () => service.database.db
const later = () => plusSeconds(service.clock.now(), 600)
const beginSignIn = (citizen: Citizen, ticket: number, securityVersion = 1) => db().query`
  insert into half_sign_ins (citizen_id, ticket_hash, security_version, password_mark, tries, expires_at)
  values (${citizen.citizenId}, ${Buffer.alloc(32, ticket)}, ${securityVersion}, ${markOf(citizen).passwordMark}, 0, to_timestamp(${later()}))`
const failCodes = (citizen: Citizen, failures: number) => db().query`
  insert into wrong_codes (citizen_id, password_mark, failures, forget_at)
  values (${citizen.citizenId}, ${markOf(citizen).passwordMark}, ${failures}, to_timestamp(${later()}))`

/** How many half sign-ins and wrong codes each of them has. */
async function held() {
  const counted = ['halfSignIns', 'wrongCodes'].flatMap((name) =>
    CODE_HOLDS.flatMap((one) => ('count' in one && one.name === name ? [one.count] : [])),
  )
  const needs = { db: db(), clock: service.clock, email: '' }
  const of = ({ citizenId }: Citizen) => Promise.all(counted.map((count) => count(needs, citizenId)))
  return { ada: await of(ada), bob: await of(bob) }
}

test('each citizen has their own', async () => {
  expect(await held()).toEqual({ ada: [2, 3], bob: [2, 3] })
})

test('a sign-in of before all access ended is none', async () => {
  await beginSignIn(ada, 3, 2)
  expect(await held()).toEqual({ ada: [2, 3], bob: [2, 3] })
})

test.each<[string, () => Promise<unknown>, readonly number[]]>([
  [
    'a sign-in has expired',
    () => db().query`
      update half_sign_ins set expires_at = to_timestamp(${service.clock.now()})
       where citizen_id = ${ada.citizenId} and ticket_hash = ${Buffer.alloc(32, 1)}`,
    [1, 3],
  ],
  [
    'the account is suspended',
    () => db().query`update citizens set standing = 'suspended' where citizen_id = ${ada.citizenId}`,
    [0, 3],
  ],
  [
    'the wrong codes are forgotten',
    () => db().query`
      update wrong_codes set forget_at = to_timestamp(${service.clock.now()}) where citizen_id = ${ada.citizenId}`,
    [2, 0],
  ],
  [
    'the password is another one',
    () => db().query`update citizens set password_hash = 'another' where citizen_id = ${ada.citizenId}`,
    [2, 0],
  ],
])('where %s, there is less', async (_, change, less) => {
  await change()
  expect(await held()).toEqual({ ada: less, bob: [2, 3] })
})
