import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { LINK_HOLDS } from './holds.ts'
import { OUTLASTING } from './link-kinds.ts'
import { insertLink } from './link-store.ts'

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
  for (const { citizenId } of [ada, bob]) {
    await add(citizenId, 1, 'recovery')
    await add(citizenId, 2, 'verification')
  }
})

const db = () => service.database.db
const add = (citizenId: string, hash: number, kind: string, securityVersion = 1) =>
  insertLink(db(), {
    ...{ citizenId, hash: Buffer.alloc(32, hash), kind, codeHash: null, securityVersion },
    ...{ email: null, fullName: null, phoneNumber: null, language: null },
    ...{ createdAt: service.clock.now(), expiresAt: plusSeconds(service.clock.now(), 600) },
  })
const held = ({ citizenId }: Citizen) =>
  LINK_HOLDS[0]?.count({ db: db(), clock: service.clock, email: '' }, citizenId)

test('links that still open something are counted, of one citizen', async () => {
  expect([await held(ada), await held(bob)]).toEqual([2, 2])
  await add(ada.citizenId, 3, OUTLASTING)
  await add(ada.citizenId, 4, 'recovery', 2)
  expect([await held(ada), await held(bob)]).toEqual([2, 2])
})

test('one that has expired opens nothing', async () => {
  await db().query`
    update mailed_links set expires_at = to_timestamp(${service.clock.now()})
     where citizen_id = ${ada.citizenId} and kind = 'recovery'`
  expect([await held(ada), await held(bob)]).toEqual([1, 2])
})

test('none of a suspended account opens anything', async () => {
  await db().query`update citizens set standing = 'suspended' where citizen_id = ${ada.citizenId}`
  expect([await held(ada), await held(bob)]).toEqual([0, 2])
})
