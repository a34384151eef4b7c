import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import {
  countTry,
  deleteExpired,
  deleteLinks,
  endCode,
  findAskedRegistrations,
  findLink,
  insertLink,
  spendCode,
  takeLink,
} from './link-store.ts'

/** Two citizens have links with the same hashes and codes. What is done to one link leaves the others. */
let database: TestDatabase
let db: Database
let ada: string
let bob: string

const [FIRST, SECOND, THIRD] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)]
const CODE = Buffer.alloc(32, 9)
const MOST = 5
const at = (seconds: number) => (1_800_000_000 + seconds) as UnixSeconds

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  ada = randomUuid(random)
  bob = randomUuid(random)
  for (const citizenId of [ada, bob]) {
    await add(citizenId, FIRST, 'recovery')
    await add(citizenId, SECOND, 'verification')
  }
})

function add(citizenId: string, hash: Buffer, kind: string, codeHash: Buffer | null = CODE): Promise<void> {
  return insertLink(db, {
    ...{ citizenId, hash, kind, codeHash, securityVersion: 1 },
    ...{ email: null, fullName: null, phoneNumber: null, language: null },
    ...{ createdAt: at(0), expiresAt: at(600) },
  })
}

const isThere = async (citizenId: string, hash: Buffer) =>
  (await findLink(db, { citizenId, hash }, at(0))) !== undefined

/** Ada's first and second link, then Bob's. */
const areThere = async () =>
  Promise.all([isThere(ada, FIRST), isThere(ada, SECOND), isThere(bob, FIRST), isThere(bob, SECOND)])

test('a link is found by its citizen and hash until it expires', async () => {
  const key = { citizenId: ada, hash: FIRST }
  expect(await findLink(db, key, at(599))).toMatchObject({ securityVersion: 1, askedAt: at(0) })
  expect(await findLink(db, key, at(600))).toBeUndefined()
  expect([await isThere(ada, THIRD), await isThere(randomUuid(random), FIRST)]).toEqual([false, false])
})

test('a link is taken once, alone, and not when it has expired', async () => {
  const key = { citizenId: ada, hash: FIRST }
  expect(await takeLink(db, key, at(600))).toBeUndefined()
  expect(await takeLink(db, key, at(599))).toMatchObject({ securityVersion: 1 })
  expect(await takeLink(db, key, at(599))).toBeUndefined()
  expect(await areThere()).toEqual([false, true, true, true])
})

test('the expired ones of a citizen and kind go alone', async () => {
  const insert = (citizenId: string, hash: Buffer, kind: string, expiresAt: number) =>
    insertLink(db, {
      ...{ citizenId, hash, kind, codeHash: null, securityVersion: 1 },
      ...{ email: null, fullName: null, phoneNumber: null, language: null },
      ...{ createdAt: at(0), expiresAt: at(expiresAt) },
    })
  const [expired, lasting, other] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  await insert(ada, expired, 'recovery', 100)
  await insert(ada, lasting, 'recovery', 101)
  await insert(ada, other, 'verification', 100)
  await insert(bob, expired, 'recovery', 100)
  expect(await takeLink(db, { citizenId: ada, hash: THIRD }, at(100))).toBeUndefined()
  expect(await isThere(ada, expired)).toBe(true)
  const taken = await takeLink(db, { citizenId: ada, hash: FIRST }, at(100))
  await deleteExpired(db, { citizenId: ada, kind: taken?.kind ?? '' }, at(100))
  const left = [isThere(ada, expired), isThere(ada, lasting), isThere(ada, other), isThere(bob, expired)]
  expect(await Promise.all(left)).toEqual([false, true, true, true])
})

test.each([
  ['only some kinds', { only: ['recovery'] }, [false, true, true, true]],
  ['all but some kinds', { but: ['recovery'] }, [true, false, true, true]],
])('the links of one citizen are deleted, %s', async (_name, ended, left) => {
  await deleteLinks(db, ada, ended)
  expect(await areThere()).toEqual(left)
})

describe('a code', () => {
  const tries = (citizenId: string, hash: Buffer, now = at(0)) => countTry(db, { citizenId, hash }, MOST, now)

  test('has tries of its own', async () => {
    for (let number = 1; number <= MOST; number += 1)
      expect(await tries(ada, FIRST)).toEqual({ codeHash: CODE, tries: number })
    expect(await tries(ada, FIRST)).toBeUndefined()
    expect([await tries(ada, SECOND), await tries(bob, FIRST)]).toEqual([
      { codeHash: CODE, tries: 1 },
      { codeHash: CODE, tries: 1 },
    ])
  })

  test('is not tried when its link has expired, or where there is none', async () => {
    expect(await tries(ada, FIRST, at(600))).toBeUndefined()
    await add(ada, THIRD, 'recovery', null)
    expect(await tries(ada, THIRD)).toBeUndefined()
  })

  test('is spent once, with its link, by its citizen, with the right value, and not too late', async () => {
    const key = { citizenId: ada, hash: FIRST }
    const values = { codeHash: CODE, newHash: THIRD }
    expect(await spendCode(db, key, { ...values, codeHash: Buffer.alloc(32, 8) }, at(0))).toBe(false)
    expect(await spendCode(db, key, values, at(600))).toBe(false)
    expect(await spendCode(db, key, values, at(0))).toBe(true)
    expect(await spendCode(db, key, values, at(0))).toBe(false)
    expect(await areThere()).toEqual([false, true, true, true])
    expect([await isThere(ada, THIRD), await isThere(bob, THIRD)]).toEqual([true, false])
    expect([await tries(ada, SECOND), await tries(bob, FIRST)]).toEqual([
      { codeHash: CODE, tries: 1 },
      { codeHash: CODE, tries: 1 },
    ])
  })

  test('ends alone, and its link stays', async () => {
    await endCode(db, { citizenId: ada, hash: FIRST })
    expect(await tries(ada, FIRST)).toBeUndefined()
    expect(await areThere()).toEqual([true, true, true, true])
    expect([await tries(ada, SECOND), await tries(bob, FIRST)]).toEqual([
      { codeHash: CODE, tries: 1 },
      { codeHash: CODE, tries: 1 },
    ])
  })
})

test('the registrations with an address are those, and no other link that has it', async () => {
  const email = `${ada}@example.test`
  const kept = { citizenId: ada, codeHash: null, email, createdAt: at(0), expiresAt: at(600) }
  const nothing = { fullName: null, phoneNumber: null, language: null }
  await insertLink(db, { ...kept, ...nothing, hash: THIRD, kind: 'keep-address', securityVersion: 1 })
  expect(await findAskedRegistrations(db, email)).toEqual([])
  const asked = { fullName: 'Ada', phoneNumber: '', language: '' }
  const hash = Buffer.alloc(32, 4)
  await insertLink(db, { ...kept, ...asked, hash, kind: 'registration', securityVersion: null })
  expect(await findAskedRegistrations(db, email)).toMatchObject([{ kind: 'registration', hash }])
  expect(await findAskedRegistrations(db, `other-${email}`)).toEqual([])
})
