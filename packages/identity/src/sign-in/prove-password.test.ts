import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { type Citizen, insertCitizen, raiseSecurityVersion, setPasswordHash } from '../citizens/index.ts'
import { createPasswordHasher, type PasswordHasher } from '../passwords/index.ts'
import { keyring } from '../platform/keyring.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { provePassword } from './prove-password.ts'
import { type SignInNeeds, signCitizenIn } from './sign-citizen-in.ts'

const PASSWORD = 'correct horse battery staple'
const hasher = createPasswordHasher({ concurrency: 2, maxWaiting: 100 })
let database: TestDatabase
let clock: FakeClock
let needs: SignInNeeds
let ada: Citizen
let hash: string

beforeAll(async () => {
  database = await createTestDatabase()
  const hashed = await hasher.hash(PASSWORD)
  hash = hashed.ok ? hashed.value : ''
})
afterAll(() => database.drop())
beforeEach(async () => {
  clock = fakeClock()
  needs = {
    db: database.db,
    clock,
    random,
    keyring: keyring([Buffer.alloc(32, 1)], random),
    baseUrl: 'http://localhost:4000',
    mail: { wake: () => undefined },
    passwords: hasher,
  }
  const citizenId = randomUuid(random)
  ada = {
    citizenId,
    subject: randomUuid(random),
    email: `${citizenId}@example.org`,
    emailVerified: true,
    fullName: 'Ada Lovelace',
    phoneNumber: '',
    standing: 'active',
    securityVersion: 1,
    passwordHash: hash,
    createdAt: clock.now(),
  }
  await insertCitizen(database.db, ada)
})

const origin = { actor: 'anonymous' as const, address: '192.0.2.7', requestId: 'r' }

function claim(password = PASSWORD) {
  return { email: ada.email, password, deviceHash: Buffer.alloc(32), origin, purpose: 'sign-in' as const }
}

function attempt(password = PASSWORD) {
  return { ...claim(password), cookieValue: undefined, userAgent: undefined, language: 'en' }
}

/** The real hasher, with something that happens in the world while it works. */
function whileComparing(happening: () => Promise<unknown>): PasswordHasher {
  return {
    hash: hasher.hash,
    verify: async (known, password) => {
      const verdict = await hasher.verify(known, password)
      await happening()
      return verdict
    },
  }
}

async function sessionsOfAda(): Promise<number> {
  const rows = await database.db.query`select session_id from sessions where citizen_id = ${ada.citizenId}`
  return rows.length
}

describe('proving a password', () => {
  test('gives the citizen', async () => {
    expect(await provePassword(needs, claim())).toEqual({ ok: true, value: ada })
  })
  test('a hasher that is too busy compares nothing, so nothing is counted', async () => {
    const passwords: PasswordHasher = { hash: hasher.hash, verify: async () => 'busy' }
    for (let time = 0; time < 8; time += 1) {
      expect(await provePassword({ ...needs, passwords }, claim())).toEqual({ ok: false, refusal: 'busy' })
    }
    for (let time = 0; time < 5; time += 1) {
      expect(await provePassword(needs, claim('nope'))).toEqual({ ok: false, refusal: 'wrong' })
    }
  })
  test.each(['suspended', 'closed'])(
    'the right password of a %s account proves nothing',
    async (standing) => {
      await database.db.query`update citizens set standing = ${standing} where citizen_id = ${ada.citizenId}`
      for (let time = 0; time < 5; time += 1) {
        expect(await provePassword(needs, claim())).toEqual({ ok: false, refusal: 'wrong' })
      }
      expect(await provePassword(needs, claim())).toEqual({ ok: false, refusal: { retryAfterSeconds: 2 } })
    },
  )
  test('the same one hash is made whoever is asked for', async () => {
    let compared = 0
    const counting = whileComparing(async () => void (compared += 1))
    await provePassword({ ...needs, passwords: counting }, claim('nope'))
    await provePassword({ ...needs, passwords: counting }, { ...claim(), email: 'nobody@example.org' })
    await database.db.query`update citizens set standing = 'suspended' where citizen_id = ${ada.citizenId}`
    await provePassword({ ...needs, passwords: counting }, claim())
    expect(compared).toBe(3)
  })
})

describe('what happens while the password is compared', () => {
  const happenings: readonly [string, () => Promise<unknown>][] = [
    ['the password is changed', () => setPasswordHash(database.db, ada.citizenId, `${hash}x`, clock.now())],
    ['everything is ended', () => raiseSecurityVersion(database.db, ada.citizenId)],
    [
      'the citizen is suspended',
      () => database.db.query`update citizens set standing = 'suspended' where citizen_id = ${ada.citizenId}`,
    ],
  ]
  test.each(happenings)('%s: nobody is let in', async (_name, happening) => {
    const racing = { ...needs, passwords: whileComparing(happening) }
    expect(await signCitizenIn(racing, attempt())).toEqual({ ok: false, refusal: 'wrong' })
    expect(await sessionsOfAda()).toBe(0)
  })
  test('nothing: the citizen is let in', async () => {
    const signedIn = await signCitizenIn(
      { ...needs, passwords: whileComparing(async () => undefined) },
      attempt(),
    )
    expect(signedIn.ok).toBe(true)
    expect(await sessionsOfAda()).toBe(1)
  })
})
