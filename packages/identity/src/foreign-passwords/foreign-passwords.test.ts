import { createHash, pbkdf2Sync } from 'node:crypto'
import { hashSync } from 'bcryptjs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { valuesOf } from '../../testing/metric-values.ts'
import { addCitizen, isSignedIn, signIn } from '../../testing/people.ts'
import { startTestService, TEST_SECRET_KEY, type TestService } from '../../testing/test-service.ts'
import { type Citizen, findCitizen, raiseSecurityVersion, suspendCitizen } from '../citizens/index.ts'
import { createPasswordHasher } from '../passwords/index.ts'
import { keyring, sealingKeyId } from '../platform/keyring.ts'
import { randomUuid } from '../platform/random.ts'
import { refused } from '../platform/result.ts'
import { systemRandom } from '../platform/system-random.ts'
import { lockProvenCitizen, type PasswordAttempt, provePassword } from '../sign-in/index.ts'
import { countHashesByKey } from './foreign-store.ts'
import { openForeignPasswords } from './open-foreign-passwords.ts'
import { MOST_MILLISECONDS } from './read-hash.ts'
import { sealHash } from './stored-hash.ts'

const PASSWORD = 'plain otter lantern canal'
/** Of that password, by Django. */
const DJANGO = 'pbkdf2_sha1$1000$seasalt$ywM3wnOo8vW/WbGLt9ExJGobIM8='
const WRONG = { ok: false, refusal: 'wrong' }
const passwords = createPasswordHasher({ concurrency: 2, maxWaiting: 64 })

type Needs = Parameters<typeof provePassword>[0]

let service: TestService
let round = 0
let foreign: ReturnType<typeof openForeignPasswords>

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => {
  foreign = openForeignPasswords(service.foundation)
})
afterEach(() => service.clock.advance(3601))
afterAll(() => service?.close())

/** An account that has a hash of another system. */
async function bring(hash = DJANGO, changes: Partial<Citizen> = {}): Promise<Citizen> {
  const { keyring: ring, random } = service.foundation
  const citizenId = randomUuid(random)
  return addCitizen(service, { citizenId, passwordHash: sealHash(ring, citizenId, hash), ...changes })
}

const now = async ({ citizenId }: Citizen) => findCitizen(service.foundation.db, citizenId)

/** Proves a password of a citizen, from another network each time, or from this one. */
async function prove(
  { email }: Citizen,
  password = PASSWORD,
  changes: Partial<Needs> = {},
  network = (round +=
    1),
) {
  const origin = {
    actor: 'anonymous' as const,
    address: `2001:db8:${network.toString(16)}::1`,
    requestId: 'r',
  }
  const attempt: PasswordAttempt = {
    email,
    password,
    origin,
    deviceHash: Buffer.alloc(32, network),
    purpose: 'sign-in',
  }
  const needs = { ...service.foundation, passwords, secondFactor: undefined, foreignPasswords: foreign }
  return provePassword({ ...needs, ...changes }, attempt)
}

async function eventsOf({ citizenId }: Citizen): Promise<string[]> {
  const events = await service.foundation.db.query<{ said: string }>`
    select name || coalesce(' ' || (details ->> 'reason'), '') as said from audit_events
     where citizen_id = ${citizenId} order by event_id`
  return events.map(({ said }) => said)
}

describe('whoever brings a password', () => {
  // proves: foreign-password-replaced
  test('signs in with it, and from then on there is a hash of our own', async () => {
    const citizen = await bring()
    await signIn(service.browser(), citizen, PASSWORD)
    const after = await now(citizen)
    expect(after?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(after).toEqual({ ...citizen, passwordHash: after?.passwordHash })
    await signIn(service.browser(), citizen, PASSWORD)
    expect((await now(citizen))?.passwordHash).toBe(after?.passwordHash)
    expect((await eventsOf(citizen)).filter((name) => name !== 'signed-in')).toEqual([
      'password-hash-replaced',
    ])
  })
  test('may change it, without a sign-in of ours between', async () => {
    const citizen = await bring()
    const browser = service.browser()
    await signIn(browser, citizen, PASSWORD)
    const page = await browser.get('/account/password/')
    const fields = { current_password: PASSWORD, password: 'nine purple umbrellas' }
    await browser.submit(page, fields)
    await signIn(service.browser(), citizen, 'nine purple umbrellas')
  })
  // proves: design-7.31-same-for-all
  test('is refused with any other password as everybody is, and keeps the hash', async () => {
    const [citizen, other] = [await bring(), await addCitizen(service)]
    const pages = []
    for (const { email } of [citizen, other]) {
      const browser = service.browser()
      const answer = await browser.submit(await browser.get('/login/'), { email, password: `${PASSWORD}s` })
      expect(isSignedIn(answer)).toBe(false)
      const text = answer.html.querySelector('main')?.text ?? ''
      pages.push([answer.status, text.replace(email, '').replace(/Reference number \S+/, '')])
    }
    expect(pages[0]).toEqual(pages[1])
    expect(await now(citizen)).toEqual(citizen)
    expect(await eventsOf(citizen)).toEqual(['sign-in-failed wrong-password'])
  })
  test.each(['', 'x'.repeat(257), 'x'.repeat(100_000), ` ${PASSWORD}`, '\u0000'])(
    'is refused with %j',
    async (password) => {
      const citizen = await bring()
      expect(await prove(citizen, password)).toEqual(WRONG)
      expect(await now(citizen)).toEqual(citizen)
    },
  )
})

describe('a password that was hashed as it was typed', () => {
  const ofTyped = (typed: string) =>
    `pbkdf2_sha256$1000$seasalt$${pbkdf2Sync(typed, 'seasalt', 1000, 32, 'sha256').toString('base64')}`
  // proves: foreign-password-known
  test.each([
    ['in NFD', 'Zoe\u0308 otter lantern canal'],
    ['with a mark after a letter that has one', 'Vi\u00ea\u0323t otter lantern canal'],
    ['with a sign that NFC has not', '273 \u212b otter lantern'],
    ['of as many characters as there may be', 'e\u0301'.repeat(128)],
  ])('%s is right, and from then on in any spelling', async (_, typed) => {
    const citizen = await bring(ofTyped(typed))
    expect(await prove(citizen, `${typed}\u0301`)).toEqual(WRONG)
    expect(await prove(citizen, typed)).toMatchObject({ ok: true })
    expect(await prove(citizen, typed.normalize('NFC'))).toMatchObject({ ok: true })
  })
  test('in NFC is right in any spelling, also in one that is longer than a password may be', async () => {
    const typed = 'e\u0301'.repeat(256)
    const citizen = await bring(ofTyped(typed.normalize('NFC')))
    expect(await prove(citizen, typed)).toMatchObject({ ok: true })
  })
  test('is compared in the typed spelling only up to the most characters', async () => {
    const typed = 'e\u0301'.repeat(129)
    expect(await prove(await bring(ofTyped(typed)), typed)).toEqual(WRONG)
  })
})

describe('a password of which the hash knows the beginning', () => {
  const whole = 'plain otter '.repeat(6)
  const hash = hashSync(whole, 4)
  test('is replaced where it is the whole one', async () => {
    const citizen = await bring(hash)
    expect(await prove(citizen, whole)).toMatchObject({ ok: true })
    expect((await now(citizen))?.passwordHash).toMatch(/^\$argon2id\$/)
  })
  test.each([`${whole}typo`, `${whole}\u0301`])(
    'lets its citizen in with anything after it, and stays',
    async (typed) => {
      const citizen = await bring(hash)
      expect(await prove(citizen, typed)).toEqual({ ok: true, value: citizen })
      expect(await now(citizen)).toEqual(citizen)
      expect(await eventsOf(citizen)).toEqual([])
      expect(await prove(citizen, whole)).toMatchObject({ ok: true })
    },
  )
  test('is no other, and is replaced where a digest of the whole is compared', async () => {
    expect(await prove(await bring(hash), `x${whole}`)).toEqual(WRONG)
    const long = `${whole}lantern`
    const digest = createHash('sha256').update(long).digest('hex')
    const citizen = await bring(`bcrypt_sha256$${hashSync(digest, 4)}`)
    expect(await prove(citizen, `${whole}canal`)).toEqual(WRONG)
    expect(await prove(citizen, long)).toMatchObject({ ok: true })
    expect((await now(citizen))?.passwordHash).toMatch(/^\$argon2id\$/)
  })
})

describe('a sealed hash that cannot be used', () => {
  const stranger = randomUuid(systemRandom)
  // proves: foreign-password-sealed
  test.each([
    ['sealed for another account', () => sealHash(service.foundation.keyring, stranger, DJANGO)],
    [
      'sealed by a key that is gone',
      (id: string) => sealHash(keyring([Buffer.alloc(32, 9)], systemRandom), id, DJANGO),
    ],
    ['cut', (id: string) => sealHash(service.foundation.keyring, id, DJANGO).slice(0, -9)],
    ['of no kind', (id: string) => sealHash(service.foundation.keyring, id, '$argon2id$v=99$m=8')],
    ['too costly', (id: string) => sealHash(service.foundation.keyring, id, `$2b$31$${'A'.repeat(53)}`)],
    ['nothing', () => '$foreign$'],
  ])('%s: no password is right, and the audit says why', async (_, hashOf) => {
    const citizenId = randomUuid(systemRandom)
    const citizen = await addCitizen(service, { citizenId, passwordHash: hashOf(citizenId) })
    expect(await foreign.verify(citizen, PASSWORD)).toBe('unreadable')
    await expect(signIn(service.browser(), citizen, PASSWORD)).rejects.toThrow('answered 400')
    expect(await eventsOf(citizen)).toEqual(['sign-in-failed unreadable-hash'])
  })
})

describe('at the same moment', () => {
  test('two browsers replace it once', async () => {
    const citizen = await bring()
    const { promise: both, resolve: letGo } = Promise.withResolvers<void>()
    let here = 0
    const meeting = {
      ...foreign,
      verify: async (...given: Parameters<typeof foreign.verify>) => {
        here += 1
        if (here === 2) letGo()
        await both
        return foreign.verify(...given)
      },
    }
    const done = await Promise.all([1, 2].map(() => prove(citizen, PASSWORD, { foreignPasswords: meeting })))
    expect(done.map((one) => (one.ok ? 'in' : one.refusal)).sort()).toEqual(['busy', 'in'])
    expect(await eventsOf(citizen)).toEqual(['password-hash-replaced'])
    const stored = await now(citizen)
    expect(await passwords.verify(stored?.passwordHash, PASSWORD)).toBe('right')
  })
  /** Proves the password of a citizen whose account changes while it is compared. */
  const proveWhile = (citizen: Citizen, change: () => Promise<unknown>) => {
    const verify = async (...given: Parameters<typeof foreign.verify>) => {
      await change()
      return foreign.verify(...given)
    }
    return prove(citizen, PASSWORD, { foreignPasswords: { ...foreign, verify } })
  }
  test('a citizen who has another password meanwhile is not given the old one back', async () => {
    const citizen = await bring()
    const { db } = service.foundation
    const proof = await proveWhile(
      citizen,
      () => db.query`update citizens set password_hash = '' where citizen_id = ${citizen.citizenId}`,
    )
    expect(proof).toEqual({ ok: false, refusal: 'busy' })
    expect((await now(citizen))?.passwordHash).toBe('')
    expect(await eventsOf(citizen)).toEqual([])
  })
  test.each([
    [
      'suspended',
      ({ email }: Citizen) => suspendCitizen(service.foundation, { emailOrSubject: email, reason: 'A test' }),
    ],
    [
      'signed out everywhere',
      ({ citizenId }: Citizen) => raiseSecurityVersion(service.foundation.db, citizenId),
    ],
  ])('a citizen who was %s meanwhile has the new hash, and does not get in', async (_, change) => {
    const citizen = await bring()
    const proof = await proveWhile(citizen, () => change(citizen))
    if (!proof.ok) throw new Error('The password was not right')
    expect(await passwords.verify((await now(citizen))?.passwordHash, PASSWORD)).toBe('right')
    const entered = await service.foundation.db.transaction((tx) => lockProvenCitizen(tx, proof.value))
    expect(entered).toBeUndefined()
  })
  test('a suspended citizen is refused as one whose password is wrong', async () => {
    const citizen = await bring(DJANGO, { standing: 'suspended' })
    await expect(signIn(service.browser(), citizen, PASSWORD)).rejects.toThrow('answered 400')
    expect(await now(citizen)).toEqual(citizen)
  })
})

describe('the places of hashes', () => {
  test('where none of ours is free, the citizen is in, and the hash is replaced another time', async () => {
    const citizen = await bring()
    const full = { ...passwords, hash: async () => refused('busy' as const) }
    expect(await prove(citizen, PASSWORD, { passwords: full })).toEqual({ ok: true, value: citizen })
    expect(await now(citizen)).toEqual(citizen)
  })
  // proves: foreign-password-places
  test('comparisons that never end take no place from other sign-ins, and those beyond their own are busy', async () => {
    const never = new Promise<never>(() => undefined)
    const stuck = openForeignPasswords({
      ...service.foundation,
      hashElsewhere: () => ({ verify: () => never }),
    })
    const citizen = await bring()
    const waiting = Array.from({ length: 65 }, () => stuck.verify(citizen, PASSWORD))
    expect(await prove(citizen, PASSWORD, { foreignPasswords: stuck })).toEqual({
      ok: false,
      refusal: 'busy',
    })
    const one = createPasswordHasher({ concurrency: 1, maxWaiting: 0 })
    const { promise: isCompared, resolve } = Promise.withResolvers<void>()
    const verify = () => {
      resolve()
      return never
    }
    const held = prove(citizen, PASSWORD, { passwords: one, foreignPasswords: { ...stuck, verify } })
    await isCompared
    expect(await prove(await addCitizen(service), PASSWORD, { passwords: one })).toMatchObject({ ok: true })
    expect([...waiting, held]).toHaveLength(66)
    expect(await valuesOf(stuck.metrics, 'portico_foreign_hashing_under_way')).toEqual({ '': 65 })
    expect(await valuesOf(stuck.metrics, 'portico_foreign_hashing_refused_total')).toEqual({ '': 1 })
  })
  // proves: foreign-password-probing
  test('where the process that compares ends, the answer is busy, and whoever tries addresses comes to an end', async () => {
    const gone = openForeignPasswords({
      ...service.foundation,
      hashElsewhere: () => ({ verify: async () => refused('busy') }),
    })
    const [citizen, stranger] = [await bring(), (round += 1)]
    const changes = { foreignPasswords: gone }
    for (let time = 0; time < 5; time += 1)
      expect(await prove(citizen, PASSWORD, changes, stranger)).toEqual({ ok: false, refusal: 'busy' })
    expect(await prove(citizen, PASSWORD, changes, stranger)).toEqual({
      ok: false,
      refusal: { retryAfterSeconds: 2, limit: 'wrong-guesses' },
    })
    expect(await prove(citizen)).toMatchObject({ ok: true })
  })
  test('the process may be silent while it works at the longest password beside a core that is always busy', () => {
    let silent = 0
    openForeignPasswords({
      ...service.foundation,
      hashElsewhere: (_, milliseconds) => {
        silent = milliseconds
        return { verify: async () => refused('busy') }
      },
    })
    expect(silent).toBeGreaterThanOrEqual(2 * 10 * MOST_MILLISECONDS)
  })
})

test('each key is counted that has sealed a hash', async () => {
  const { db } = service.foundation
  await db.query`update citizens set password_hash = ''`
  await bring()
  const citizenId = randomUuid(systemRandom)
  const other = keyring([Buffer.alloc(32, 9)], systemRandom)
  await bring(DJANGO, { citizenId, passwordHash: sealHash(other, citizenId, DJANGO) })
  const counted = await countHashesByKey(db)
  expect(new Map(counted.map(({ keyId, count }) => [keyId, count]))).toEqual(
    new Map([TEST_SECRET_KEY, Buffer.alloc(32, 9)].map((key) => [sealingKeyId(key).toString('hex'), 1])),
  )
})
