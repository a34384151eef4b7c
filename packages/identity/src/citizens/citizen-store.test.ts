import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database } from '../platform/postgres/database.ts'
import type { Serializable } from '../platform/postgres/values.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import type { Citizen } from './citizen.ts'
import {
  closeAccount,
  findCitizen,
  findCitizenByEmail,
  findCitizenBySubject,
  findSubjects,
  insertCitizen,
  keepOut,
  letIn,
  lockCitizen,
  raiseSecurityVersion,
  replaceEmail,
  setEmailVerified,
  setLanguage,
  setPasswordHash,
  setProfile,
  unverifyEmail,
} from './citizen-store.ts'
import {
  claimEmail,
  findCitizenIdByEmail,
  findHolderOfEmail,
  freeEmail,
  freeReservedEmail,
  reserveEmail,
} from './login-email-store.ts'

/** What is done to one citizen leaves the other one. */
let database: TestDatabase
let db: Database
let ada: Citizen
let bob: Citizen

const at = (seconds: number) => (1_700_000_000 + seconds) as UnixSeconds

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  ada = await add()
  bob = await add()
})

async function add(changes: Partial<Citizen> = {}): Promise<Citizen> {
  const citizenId = randomUuid(random)
  const citizen: Citizen = {
    ...{ citizenId, subject: randomUuid(random), email: `${citizenId}@example.test`, emailVerified: true },
    ...{ fullName: 'Ada Example', phoneNumber: '', language: '', standing: 'active', securityVersion: 1 },
    ...{ passwordHash: 'hash', createdAt: at(0), ...changes },
  }
  await insertCitizen(db, citizen)
  return citizen
}

/** Ada as she is now. Fails if Bob is not as he was. */
async function adaNow(): Promise<Citizen | undefined> {
  expect(await findCitizen(db, bob.citizenId)).toEqual(bob)
  return findCitizen(db, ada.citizenId)
}

test('a citizen is found by id, address and subject', async () => {
  expect(await adaNow()).toEqual(ada)
  expect(await findCitizenByEmail(db, bob.email)).toEqual(bob)
  expect(await findCitizenBySubject(db, bob.subject)).toEqual(bob)
  expect(await findSubjects(db, [bob.citizenId])).toEqual(new Map([[bob.citizenId, bob.subject]]))
  expect([
    await findCitizen(db, randomUuid(random)),
    await findCitizenBySubject(db, randomUuid(random)),
  ]).toEqual([undefined, undefined])
})

test('nothing is stored of a citizen whose address somebody has', async () => {
  const citizen = { ...ada, citizenId: randomUuid(random), email: bob.email }
  expect(await insertCitizen(db, citizen)).toBe(false)
  expect(await findCitizenIdByEmail(db, bob.email)).toBe(bob.citizenId)
})

test('all access of one citizen ends', async () => {
  expect(await raiseSecurityVersion(db, ada.citizenId)).toBe(2)
  expect(await adaNow()).toEqual({ ...ada, securityVersion: 2 })
})

test('one citizen gets another password', async () => {
  await setPasswordHash(db, ada.citizenId, 'other', at(9))
  expect(await adaNow()).toEqual({ ...ada, passwordHash: 'other' })
  const changed = await db.query<{ id: string }>`
    select citizen_id as id from citizens where password_changed_at = to_timestamp(${at(9)})`
  expect(changed).toEqual([{ id: ada.citizenId }])
})

test('one citizen gets another language or profile, while access has not ended', async () => {
  const profile = { fullName: 'Ada King', phoneNumber: '1', language: 'de' }
  expect([await setLanguage(db, ada, 'fr'), (await adaNow())?.language]).toEqual([true, 'fr'])
  expect([await setProfile(db, ada, profile), await adaNow()]).toEqual([true, { ...ada, ...profile }])
  const late = { ...ada, securityVersion: 2 }
  expect([await setLanguage(db, late, 'fr'), await setProfile(db, late, profile)]).toEqual([false, false])
  await db.query`update citizens set standing = 'suspended' where citizen_id = ${ada.citizenId}`
  expect([await setLanguage(db, ada, 'fr'), await setProfile(db, ada, profile)]).toEqual([false, false])
})

test('one citizen verifies the address', async () => {
  const [carl, dora] = [await add({ emailVerified: false }), await add({ emailVerified: false })]
  await setEmailVerified(db, carl.citizenId)
  expect([await findCitizen(db, carl.citizenId), await findCitizen(db, dora.citizenId)]).toEqual([
    { ...carl, emailVerified: true },
    dora,
  ])
})

test('one citizen is suspended and reinstated, once', async () => {
  expect([await letIn(db, ada.citizenId), await keepOut(db, ada.citizenId)]).toEqual([false, true])
  expect(await keepOut(db, ada.citizenId)).toBe(false)
  expect(await adaNow()).toEqual({ ...ada, standing: 'suspended', securityVersion: 2 })
  const carl = await add({ standing: 'suspended' })
  expect([await letIn(db, ada.citizenId), await letIn(db, ada.citizenId)]).toEqual([true, false])
  expect([await adaNow(), await findCitizen(db, carl.citizenId)]).toEqual([
    { ...ada, securityVersion: 2 },
    carl,
  ])
})

test('the address of one citizen becomes unverified, once, and not of a closed account', async () => {
  expect([await unverifyEmail(db, ada.citizenId), await unverifyEmail(db, ada.citizenId)]).toEqual([
    true,
    false,
  ])
  expect(await adaNow()).toEqual({ ...ada, emailVerified: false, securityVersion: 2 })
  const closed = await add({ standing: 'closed' })
  expect(await unverifyEmail(db, closed.citizenId)).toBe(false)
})

test('one account is closed, once, and its address is free', async () => {
  expect([await closeAccount(db, ada.citizenId), await closeAccount(db, ada.citizenId)]).toEqual([
    true,
    false,
  ])
  expect(await adaNow()).toMatchObject({ standing: 'closed', email: '', securityVersion: 2 })
  expect([await findCitizenIdByEmail(db, ada.email), await findCitizenIdByEmail(db, bob.email)]).toEqual([
    undefined,
    bob.citizenId,
  ])
})

/** Acts in a transaction while another one has changed something. */
const meanwhile = <Answer>(
  change: (tx: Database) => Promise<unknown>,
  act: (tx: Database) => Promise<Answer>,
) => whileChanged(database, change, () => db.transaction(act))

test('a citizen is locked, alone, and read as others have left the row', async () => {
  await db.transaction(async (tx) => {
    expect(await lockCitizen(tx, ada.citizenId)).toEqual(ada)
    const isFree = ({ citizenId }: Citizen) =>
      anyRow(db.query`select 1 from citizens where citizen_id = ${citizenId} for update skip locked`)
    expect([await isFree(ada), await isFree(bob)]).toEqual([false, true])
  })
  const locked = await meanwhile(
    (tx) => raiseSecurityVersion(tx, ada.citizenId),
    (tx) => lockCitizen(tx, ada.citizenId),
  )
  expect(locked).toEqual({ ...ada, securityVersion: 2 })
})

test('an account that gets another address while it is closed frees that one', async () => {
  const email = `new.${ada.email}`
  const isClosed = await meanwhile(
    (tx) => replaceEmail(tx, ada, { email, emailVerified: true }, { now: at(0) }),
    (tx) => closeAccount(tx, ada.citizenId),
  )
  expect([isClosed, await findCitizenIdByEmail(db, email)]).toEqual([true, undefined])
})

test('two ends of one account at the same time are one', async () => {
  const second = await meanwhile(
    (tx) => closeAccount(tx, ada.citizenId),
    (tx) => closeAccount(tx, ada.citizenId),
  )
  expect([second, (await adaNow())?.securityVersion]).toEqual([false, 2])
})

describe('an address', () => {
  const email = () => `${randomUuid(random)}@example.test`

  test('of one citizen is replaced; the one before is free, or reserved', async () => {
    const [next, last] = [email(), email()]
    expect(await replaceEmail(db, ada, { email: bob.email, emailVerified: true }, { now: at(0) })).toBe(false)
    expect(await replaceEmail(db, ada, { email: next, emailVerified: false }, { now: at(0) })).toBe(true)
    expect(await adaNow()).toEqual({ ...ada, email: next, emailVerified: false })
    expect(await findHolderOfEmail(db, ada.email, at(0))).toBeUndefined()
    const changed = { ...ada, email: next }
    const times = { now: at(0), reservedUntil: at(50) }
    expect(await replaceEmail(db, changed, { email: last, emailVerified: true }, times)).toBe(true)
    expect([await findHolderOfEmail(db, next, at(49)), await findHolderOfEmail(db, next, at(50))]).toEqual([
      ada.citizenId,
      undefined,
    ])
    expect([await findCitizenIdByEmail(db, next), await findCitizenIdByEmail(db, bob.email)]).toEqual([
      undefined,
      bob.citizenId,
    ])
  })

  test('that is reserved is for its account alone, until the reservation is over', async () => {
    const address = email()
    await claimEmail(db, { citizenId: ada.citizenId, email: address }, at(0))
    const claim = ({ citizenId }: Citizen, now: number) =>
      claimEmail(db, { citizenId, email: address }, at(now))
    expect([await claim(ada, 0), await claim(bob, 0)]).toEqual([false, false])
    const reserve = () => reserveEmail(db, { citizenId: ada.citizenId, email: address }, at(50))
    await reserve()
    expect(await findHolderOfEmail(db, ada.email, at(60))).toBe(ada.citizenId)
    expect([await claim(bob, 49), await claim(ada, 49)]).toEqual([false, true])
    await reserve()
    expect([await claim(bob, 50), await findCitizenIdByEmail(db, address)]).toEqual([true, bob.citizenId])
    await reserve()
    expect(await findCitizenIdByEmail(db, address)).toBe(bob.citizenId)
  })

  test('whose reservation is deleted while somebody claims it goes to them, and is not refused', async () => {
    const freed = { citizenId: ada.citizenId, email: email() }
    await claimEmail(db, freed, at(0))
    await reserveEmail(db, freed, at(10))
    let asked = 0
    const between: Database = {
      ...{ transaction: (work) => db.transaction(work), layout: () => db.layout() },
      async query<Row>(statement: TemplateStringsArray, ...values: readonly Serializable[]) {
        const rows = await db.query<Row>(statement, ...values)
        asked += 1
        if (asked === 1) await freeReservedEmail(db, freed)
        return rows
      },
    }
    expect(await claimEmail(between, { ...freed, citizenId: bob.citizenId }, at(20))).toBe(true)
    expect(await findCitizenIdByEmail(db, freed.email)).toBe(bob.citizenId)
  })

  test('is freed for its account alone; a reservation, only where there is one', async () => {
    const [first, second] = [email(), email()]
    for (const one of [first, second]) await claimEmail(db, { citizenId: ada.citizenId, email: one }, at(0))
    const holders = async () => [
      await findHolderOfEmail(db, first, at(0)),
      await findHolderOfEmail(db, second, at(0)),
    ]
    for (const free of [freeReservedEmail, freeEmail])
      await free(db, { citizenId: bob.citizenId, email: first })
    await freeReservedEmail(db, { citizenId: ada.citizenId, email: first })
    expect(await holders()).toEqual([ada.citizenId, ada.citizenId])
    for (const one of [first, second])
      await reserveEmail(db, { citizenId: ada.citizenId, email: one }, at(50))
    await freeReservedEmail(db, { citizenId: bob.citizenId, email: first })
    await freeReservedEmail(db, { citizenId: ada.citizenId, email: second })
    expect(await holders()).toEqual([ada.citizenId, undefined])
    await freeEmail(db, { citizenId: ada.citizenId, email: first })
    expect(await holders()).toEqual([undefined, undefined])
    expect(await findHolderOfEmail(db, ada.email, at(0))).toBe(ada.citizenId)
  })
})
