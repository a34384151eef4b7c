import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type Citizen, insertCitizen } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { spendChallenge } from './challenge-store.ts'
import { deleteOffer, noteOffer } from './offer-store.ts'
import type { Passkey } from './passkey.ts'
import {
  deletePasskey,
  deletePasskeysOfCitizen,
  deletePasskeysSince,
  findPasskey,
  hasPasskey,
  insertPasskey,
  notePasskeyUse,
  selectPasskeys,
  setPasskeyName,
} from './passkey-store.ts'

/** Two citizens have passkeys with the same ids. What is done to one of them leaves the other one, and the other passkeys. */
let database: TestDatabase
let db: Database
let ada: string
let bob: string

const [OLD_KEY, NEW_KEY] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
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
    await add(citizenId, { credentialId: OLD_KEY, createdAt: at(100), trustedSince: at(100) })
    await add(citizenId, { credentialId: NEW_KEY, createdAt: at(200), trustedSince: at(200) })
  }
})

function add(citizenId: string, changes: Partial<Passkey> = {}): Promise<boolean> {
  return insertPasskey(db, {
    ...{ citizenId, credentialId: OLD_KEY, publicKey: Buffer.alloc(77), counter: 5, transports: 'usb' },
    ...{ name: 'Key', backupEligible: false, backedUp: false, createdAt: at(100), trustedSince: at(100) },
    ...changes,
  })
}

const idsOf = async (citizenId: string) =>
  (await selectPasskeys(db, citizenId)).map(({ credentialId }) => credentialId)

test('passkeys are those of one citizen, the oldest first, and are found by citizen and id', async () => {
  expect(await idsOf(ada)).toEqual([OLD_KEY, NEW_KEY])
  expect([await hasPasskey(db, ada), await hasPasskey(db, randomUuid(random))]).toEqual([true, false])
  expect(await findPasskey(db, { citizenId: ada, credentialId: NEW_KEY })).toMatchObject({
    citizenId: ada,
    createdAt: at(200),
  })
  for (const other of [
    { citizenId: ada, credentialId: Buffer.alloc(32, 3) },
    { citizenId: randomUuid(random), credentialId: OLD_KEY },
  ])
    expect(await findPasskey(db, other)).toBeUndefined()
})

test('a passkey that is there already stays as it is', async () => {
  expect(await add(ada, { name: 'Another' })).toBe(false)
  expect((await selectPasskeys(db, ada))[0]).toMatchObject({ name: 'Key' })
})

describe('a use', () => {
  const use = { counter: 6, backupEligible: false, backedUp: false }
  const note = (changes: Partial<typeof use> = {}, credentialId = OLD_KEY) =>
    notePasskeyUse(db, { citizenId: ada, credentialId, ...use, ...changes }, at(900))

  test('is noted at one passkey of one citizen', async () => {
    const others = [await selectPasskeys(db, bob), (await selectPasskeys(db, ada))[1]]
    expect(await note()).toBe(true)
    expect((await selectPasskeys(db, ada))[0]).toMatchObject({ counter: 6, lastUsedAt: at(900) })
    expect([await selectPasskeys(db, bob), (await selectPasskeys(db, ada))[1]]).toEqual(others)
  })

  test('is refused where the counter did not rise, except where the authenticator never counts', async () => {
    expect([await note({ counter: 5 }), await note({ counter: 0 })]).toEqual([false, false])
    const uncounted = Buffer.alloc(32, 3)
    await add(ada, { credentialId: uncounted, counter: 0 })
    expect([await note({ counter: 0 }, uncounted), await note({ counter: 0 }, uncounted)]).toEqual([
      true,
      true,
    ])
    expect([await note({ counter: 1 }, uncounted), await note({ counter: 0 }, uncounted)]).toEqual([
      true,
      false,
    ])
  })

  test('is refused where it can be backed up and could not before; one of an earlier release learns it', async () => {
    expect(await note({ backupEligible: true })).toBe(false)
    const older = Buffer.alloc(32, 3)
    await add(ada, { credentialId: older, backupEligible: null })
    expect(await note({ backupEligible: true }, older)).toBe(true)
    expect(await note({ backupEligible: false, counter: 7 }, older)).toBe(false)
  })
})

test('passkeys get another name one by one', async () => {
  const key = { citizenId: ada, credentialId: OLD_KEY }
  expect([await setPasskeyName(db, key, 'Laptop'), await setPasskeyName(db, key, 'Laptop')]).toEqual([
    true,
    false,
  ])
  const names = async (citizenId: string) => (await selectPasskeys(db, citizenId)).map(({ name }) => name)
  expect([await names(ada), await names(bob)]).toEqual([
    ['Laptop', 'Key'],
    ['Key', 'Key'],
  ])
})

describe('passkeys are deleted', () => {
  test('one by one', async () => {
    expect(await deletePasskey(db, { citizenId: ada, credentialId: NEW_KEY })).toBe('Key')
    expect([await idsOf(ada), await idsOf(bob)]).toEqual([[OLD_KEY], [OLD_KEY, NEW_KEY]])
  })

  test('where they can be trusted only since an instant', async () => {
    expect(await deletePasskeysSince(db, ada, at(100))).toEqual([at(200)])
    expect([await idsOf(ada), await idsOf(bob)]).toEqual([[OLD_KEY], [OLD_KEY, NEW_KEY]])
  })

  test('all together for one citizen', async () => {
    expect(await deletePasskeysOfCitizen(db, ada)).toBe(2)
    expect([await idsOf(ada), await idsOf(bob)]).toEqual([[], [OLD_KEY, NEW_KEY]])
  })
})

describe('an offer', () => {
  const register = async (citizenId: string) => {
    const citizen: Citizen = {
      ...{ citizenId, subject: randomUuid(random), email: `${citizenId}@example.test`, emailVerified: true },
      ...{ fullName: 'Ada Example', phoneNumber: '', language: '', standing: 'active' },
      ...{ securityVersion: 1, passwordHash: 'unused', createdAt: at(0) },
    }
    await insertCitizen(db, citizen)
    return citizenId
  }
  const setPasswordAt = (citizenId: string, instant: UnixSeconds) =>
    db.query`update citizens set password_changed_at = to_timestamp(${instant}) where citizen_id = ${citizenId}`

  test('is due once for each password, for each citizen alone', async () => {
    const [carl, dora] = [await register(randomUuid(random)), await register(randomUuid(random))]
    for (const one of [carl, dora]) await setPasswordAt(one, at(0))
    expect([await noteOffer(db, carl, at(10)), await noteOffer(db, carl, at(11))]).toEqual([true, false])
    expect(await noteOffer(db, dora, at(12))).toBe(true)
    await setPasswordAt(carl, at(20))
    expect([await noteOffer(db, carl, at(30)), await noteOffer(db, carl, at(31))]).toEqual([true, false])
    expect(await noteOffer(db, dora, at(32))).toBe(false)
  })

  test('is not due for a citizen with a passkey', async () => {
    await register(ada)
    expect(await noteOffer(db, ada, at(10))).toBe(false)
  })

  test('is forgotten for one citizen', async () => {
    const [carl, dora] = [await register(randomUuid(random)), await register(randomUuid(random))]
    for (const one of [carl, dora]) {
      await setPasswordAt(one, at(0))
      await noteOffer(db, one, at(10))
    }
    await deleteOffer(db, carl)
    expect([await noteOffer(db, carl, at(11)), await noteOffer(db, dora, at(11))]).toEqual([true, false])
  })
})

test('a challenge is spent once', async () => {
  const challenge = Buffer.alloc(32, 9)
  expect([await spendChallenge(db, challenge, at(1)), await spendChallenge(db, challenge, at(1))]).toEqual([
    true,
    false,
  ])
})
