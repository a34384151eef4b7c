import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { type AuditEvent, appendEvent, systemOrigin } from '../audit/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import {
  advanceStep,
  deleteAuthenticator,
  deleteAuthenticatorsOfCitizen,
  deleteAuthenticatorsSince,
  hasAuthenticator,
  hasAuthenticatorSince,
  insertAuthenticator,
  selectAuthenticators,
  setAuthenticatorName,
} from './authenticator-store.ts'
import {
  forgetFormerCodes,
  forgetFormerCodesUntil,
  hasFormerCodes,
  saveFormerCodes,
} from './former-codes-store.ts'
import {
  deleteHalfSignIn,
  deleteHalfSignInsOfCitizen,
  findHalfSignIn,
  hasHalfSignIn,
  insertHalfSignIn,
  MOST_TRIES,
  spendTry,
} from './half-sign-in-store.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodesOfCitizen,
  insertRecoveryCodes,
  spendRecoveryCode,
} from './recovery-code-store.ts'
import { countWrongCodeLetters } from './wrong-code-letter-store.ts'

/** Two citizens have rows with the same ids and hashes. What is done to one of them leaves the other one, and the other rows. */
let database: TestDatabase
let db: Database
let ada: string
let bob: string

const OLD_APP = randomUuid(random)
const NEW_APP = randomUuid(random)
const [FIRST, SECOND] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const at = (seconds: number) => (1_800_000_000 + seconds) as UnixSeconds

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(() => {
  ada = randomUuid(random)
  bob = randomUuid(random)
})

async function addApp(citizenId: string, authenticatorId: string, since: UnixSeconds, name = 'Phone') {
  const app = { citizenId, authenticatorId, name, sealedSecret: FIRST, lastStep: 10 }
  return insertAuthenticator(db, { ...app, createdAt: since, trustedSince: since })
}

describe('apps', () => {
  beforeEach(async () => {
    for (const citizenId of [ada, bob]) {
      await addApp(citizenId, OLD_APP, at(100))
      await addApp(citizenId, NEW_APP, at(200))
    }
  })

  const idsOf = async (citizenId: string) =>
    (await selectAuthenticators(db, citizenId)).map(({ authenticatorId }) => authenticatorId)

  test('are those of one citizen, the oldest first', async () => {
    expect(await idsOf(ada)).toEqual([OLD_APP, NEW_APP])
    expect(await hasAuthenticator(db, ada)).toBe(true)
    expect(await hasAuthenticator(db, randomUuid(random))).toBe(false)
  })

  test('since an instant are those of the citizen, with that instant', async () => {
    await addApp(bob, randomUuid(random), at(300))
    expect(await hasAuthenticatorSince(db, ada, at(200))).toBe(true)
    expect(await hasAuthenticatorSince(db, ada, at(201))).toBe(false)
  })

  test('that are there already stay as they are', async () => {
    expect(await addApp(ada, OLD_APP, at(500), 'Tablet')).toBe(false)
    expect((await selectAuthenticators(db, ada))[0]).toMatchObject({ name: 'Phone', createdAt: at(100) })
  })

  test('accept a step once, and no earlier one; no other app is advanced', async () => {
    const others = [await selectAuthenticators(db, bob), (await selectAuthenticators(db, ada))[1]]
    const use = { citizenId: ada, authenticatorId: OLD_APP, sealedSecret: SECOND }
    expect(await advanceStep(db, { ...use, step: 11 }, at(900))).toBe(true)
    expect(await advanceStep(db, { ...use, step: 11 }, at(900))).toBe(false)
    expect(await advanceStep(db, { ...use, step: 9 }, at(900))).toBe(false)
    expect((await selectAuthenticators(db, ada))[0]).toMatchObject({ lastStep: 11, lastUsedAt: at(900) })
    expect([await selectAuthenticators(db, bob), (await selectAuthenticators(db, ada))[1]]).toEqual(others)
  })

  test('get another name one by one', async () => {
    const key = { citizenId: ada, authenticatorId: OLD_APP }
    expect(await setAuthenticatorName(db, key, 'Tablet')).toBe(true)
    expect(await setAuthenticatorName(db, key, 'Tablet')).toBe(false)
    const names = async (citizenId: string) =>
      (await selectAuthenticators(db, citizenId)).map(({ name }) => name)
    expect([await names(ada), await names(bob)]).toEqual([
      ['Tablet', 'Phone'],
      ['Phone', 'Phone'],
    ])
  })

  test('are deleted one by one', async () => {
    expect(await deleteAuthenticator(db, { citizenId: ada, authenticatorId: NEW_APP })).toBe(at(200))
    expect([await idsOf(ada), await idsOf(bob)]).toEqual([[OLD_APP], [OLD_APP, NEW_APP]])
  })

  test('are deleted where they can be trusted only since an instant', async () => {
    expect(await deleteAuthenticatorsSince(db, ada, at(100))).toEqual([at(200)])
    expect([await idsOf(ada), await idsOf(bob)]).toEqual([[OLD_APP], [OLD_APP, NEW_APP]])
  })

  test('are deleted all together for one citizen', async () => {
    expect(await deleteAuthenticatorsOfCitizen(db, ada)).toBe(2)
    expect([await idsOf(ada), await idsOf(bob)]).toEqual([[], [OLD_APP, NEW_APP]])
  })
})

describe('recovery codes', () => {
  beforeEach(async () => {
    for (const citizenId of [ada, bob])
      await insertRecoveryCodes(db, { citizenId, hashes: [FIRST, SECOND], trustedSince: at(100) })
  })

  const leftOf = async () => [await countRecoveryCodes(db, ada), await countRecoveryCodes(db, bob)]

  test('are spent one by one, once, by the citizen who has them', async () => {
    expect(await spendRecoveryCode(db, ada, FIRST)).toEqual({ trustedSince: at(100) })
    expect(await spendRecoveryCode(db, ada, FIRST)).toBeUndefined()
    expect(await leftOf()).toEqual([1, 2])
  })

  test('are deleted for one citizen', async () => {
    expect(await deleteRecoveryCodesOfCitizen(db, ada)).toBe(2)
    expect(await leftOf()).toEqual([0, 2])
  })
})

describe('a half sign-in', () => {
  const start = (citizenId: string, hash: Buffer) =>
    insertHalfSignIn(
      db,
      { citizenId, hash },
      { securityVersion: 1, passwordMark: SECOND, expiresAt: at(600) },
    )
  const isOpen = async (citizenId: string, hash: Buffer, now = at(0)) =>
    (await findHalfSignIn(db, { citizenId, hash }, now)) !== undefined

  beforeEach(async () => {
    for (const citizenId of [ada, bob]) {
      await addApp(citizenId, OLD_APP, at(100))
      await addApp(citizenId, NEW_APP, at(200))
      for (const hash of [FIRST, SECOND]) await start(citizenId, hash)
    }
  })

  test('begins only where this citizen has an app', async () => {
    expect(await start(randomUuid(random), FIRST)).toBe(false)
    expect(await start(ada, Buffer.alloc(32, 3))).toBe(true)
  })

  test('is found by its citizen and ticket until it expires', async () => {
    expect(await isOpen(ada, FIRST, at(599))).toBe(true)
    expect(await isOpen(ada, FIRST, at(600))).toBe(false)
    expect(await isOpen(ada, Buffer.alloc(32, 3))).toBe(false)
    expect(await isOpen(randomUuid(random), FIRST)).toBe(false)
  })

  test('has a number of tries of its own; without them it is not found', async () => {
    for (let left = MOST_TRIES - 1; left >= 0; left -= 1)
      expect(await spendTry(db, { citizenId: ada, hash: FIRST }, at(0))).toBe(left)
    expect(await spendTry(db, { citizenId: ada, hash: FIRST }, at(0))).toBeUndefined()
    expect(await isOpen(ada, FIRST)).toBe(false)
    for (const other of [
      { citizenId: ada, hash: SECOND },
      { citizenId: bob, hash: FIRST },
    ])
      expect(await spendTry(db, other, at(0))).toBe(MOST_TRIES - 1)
  })

  test('spends no try when it has expired', async () => {
    expect(await spendTry(db, { citizenId: ada, hash: FIRST }, at(600))).toBeUndefined()
    expect(await spendTry(db, { citizenId: ada, hash: FIRST }, at(0))).toBe(MOST_TRIES - 1)
  })

  test('ends alone', async () => {
    const isThere = (citizenId: string, hash: Buffer) => hasHalfSignIn(db, { citizenId, hash })
    expect(await isThere(ada, FIRST)).toBe(true)
    await deleteHalfSignIn(db, { citizenId: ada, hash: FIRST })
    expect([await isThere(ada, FIRST), await isThere(ada, SECOND), await isThere(bob, FIRST)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('ends with the others of its citizen', async () => {
    await deleteHalfSignInsOfCitizen(db, ada)
    expect([await isOpen(ada, FIRST), await isOpen(ada, SECOND), await isOpen(bob, FIRST)]).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('former codes', () => {
  beforeEach(async () => {
    for (const citizenId of [ada, bob])
      await saveFormerCodes(db, { citizenId, trustedSince: at(100) }, at(200))
  })

  const have = async () => [await hasFormerCodes(db, ada, at(100)), await hasFormerCodes(db, bob, at(100))]

  test('are known since the first of them', async () => {
    await saveFormerCodes(db, { citizenId: ada, trustedSince: at(150) }, at(300))
    expect(await have()).toEqual([true, true])
    expect(await hasFormerCodes(db, ada, at(99))).toBe(false)
    expect(await hasFormerCodes(db, randomUuid(random), at(100))).toBe(false)
  })

  test('are forgotten for one citizen', async () => {
    await forgetFormerCodes(db, ada)
    expect(await have()).toEqual([false, true])
  })

  test('are forgotten where the last of them went until an instant', async () => {
    await forgetFormerCodesUntil(db, ada, at(199))
    expect(await have()).toEqual([true, true])
    await forgetFormerCodesUntil(db, ada, at(200))
    expect(await have()).toEqual([false, true])
  })
})

test('letters about wrong codes are counted for one citizen, since an instant', async () => {
  const clock = fakeClock()
  const since = clock.now()
  const happens = (citizenId: string, name: AuditEvent['name']) =>
    appendEvent({ db, clock, random }, { name, citizenId, origin: systemOrigin })
  await happens(ada, 'wrong-codes-told')
  clock.advance(60)
  for (const citizenId of [ada, ada, bob]) await happens(citizenId, 'wrong-codes-told')
  await happens(ada, 'signed-out')
  expect(await countWrongCodeLetters(db, ada, plusSeconds(since, 1))).toBe(2)
  expect(await countWrongCodeLetters(db, ada, plusSeconds(since, -1))).toBe(3)
  expect(await countWrongCodeLetters(db, bob, since)).toBe(1)
})
