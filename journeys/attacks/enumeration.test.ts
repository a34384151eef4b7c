import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Citizen } from '../../packages/identity/src/citizens/index.ts'
import { ENROLLMENT } from '../../packages/identity/src/enrollment/index.ts'
import {
  type MailingService,
  startMailingService,
} from '../../packages/identity/src/enrollment/mailing-service.fixture.ts'
import { addressHash } from '../../packages/identity/src/guesses/index.ts'
import type { PasswordHasher } from '../../packages/identity/src/passwords/index.ts'
import type { Database } from '../../packages/identity/src/platform/postgres/database.ts'
import { createRateLimits } from '../../packages/identity/src/rate-limits/index.ts'
import { RECOVERY } from '../../packages/identity/src/recovery/index.ts'
import { LIMITS } from '../../packages/identity/src/rooms.ts'
import { SIGN_IN } from '../../packages/identity/src/sign-in/index.ts'
import { CONTRACT_LIMITS } from '../../packages/identity/testing/contract-limits.ts'
import { addCitizen, TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import type { TestBrowser } from '../../packages/identity/testing/test-browser.ts'

/** The work of the service: its statements, verbatim and in order, and its hashes. */
let work: string[] = []
let service: MailingService
let people = 0
let hosts = 0

beforeAll(async () => {
  service = await startMailingService((parts) => {
    const db = watched(parts.db)
    const limits = createRateLimits({
      ...parts,
      db,
      reads: db,
      redisUrl: undefined,
      limits: CONTRACT_LIMITS,
      kinds: LIMITS,
    })
    const counted = { ...parts, db, limits, passwords: counting(parts.passwords) }
    return [...ENROLLMENT.routes(counted), ...RECOVERY.routes(counted), ...SIGN_IN.routes(counted)]
  })
})
afterAll(() => service?.close())

/** Statements of timers: a form that is being answered is kept, and the database is asked for where a counter is late. A slow machine sends them for anybody. */
const OF_TIMERS = /^(?:update answered_forms set expires_at = [^,]+ where .* and answer is null|select 1)$/

/** The same database, which records its statements. */
function watched(db: Database): Database {
  return {
    layout: () => db.layout(),
    query: (statement, ...values) => {
      const text = statement.join('$').replace(/\s+/g, ' ').trim()
      if (!OF_TIMERS.test(text)) work.push(text)
      return db.query(statement, ...values)
    },
    transaction: async (steps) => {
      work.push('begin')
      const value = await db.transaction((tx) => steps(watched(tx)))
      work.push('commit')
      return value
    },
  }
}

/** The same hasher, which records each hash. */
function counting(hasher: PasswordHasher): PasswordHasher {
  return {
    ...hasher,
    hash: (password) => {
      work.push('hash')
      return hasher.hash(password)
    },
    verify: (known, password) => {
      work.push('hash')
      return hasher.verify(known, password)
    },
  }
}

async function citizen(changes: Partial<Citizen>): Promise<string> {
  const { email } = await addCitizen({ foundation: service.parts }, changes)
  return email
}

/** The classes of addresses. They differ only in what nobody may learn. */
const CLASSES: Readonly<Record<string, () => Promise<string>>> = {
  unknown: async () => `enumerated.${(people += 1)}@example.test`,
  known: () => citizen({}),
  'known and not verified': () => citizen({ emailVerified: false }),
  'known without a password': () => citizen({ passwordHash: '' }),
  pending: async () => {
    const email = `enumerated.${(people += 1)}@example.test`
    await service.send('/api/v1/accounts/register/', JSON.stringify({ full_name: 'Ana Example', email }), {
      'x-forwarded-for': newHost(),
    })
    return email
  },
  suspended: () => citizen({ standing: 'suspended' }),
  closed: () => citizen({ standing: 'closed' }),
  'changed lately, and still reserved': async () => {
    const email = await citizen({})
    await service.parts.db.query`
      update login_emails set reserved_until = to_timestamp(4000000000) where email = ${email}`
    return email
  },
}

const newHost = () => `198.51.${(hosts += 1) >> 8}.${hosts & 255}`

type Ask = (email: string, browser: TestBrowser, host: string) => Promise<{ readonly status: number }>

const byApi =
  (kind: 'register' | 'recover'): Ask =>
  (email, _browser, host) => {
    const fields = kind === 'register' ? { full_name: 'Ana Example', email } : { email }
    return service.send(`/api/v1/accounts/${kind}/`, JSON.stringify(fields), { 'x-forwarded-for': host })
  }
const byPage =
  (path: string, more: Readonly<Record<string, string>> = {}): Ask =>
  async (email, browser) => {
    const page = await browser.get(path)
    work = []
    return browser.submit(page, { email, ...more }, { follow: false })
  }

const NO_TRY = 'sign-in without a password, which is no try'

/** Each kind of request, its answer, and its number of hashes. */
const WAYS: readonly (readonly [string, Ask, number, number])[] = [
  ['register, by the API', byApi('register'), 202, 0],
  ['register, on the page', byPage('/register/', { full_name: 'Ana Example' }), 303, 0],
  ['recover, by the API', byApi('recover'), 202, 0],
  ['recover, on the page', byPage('/recover/'), 303, 0],
  ['ask for the link of a browser', byPage('/login/new-browser/'), 303, 0],
  ['sign-in with a wrong password', byPage('/login/', { password: 'eight blue horses' }), 400, 1],
  ['sign-in with a giant password', byPage('/login/', { password: 'x'.repeat(5_000) }), 400, 1],
  [NO_TRY, byPage('/login/', { password: '' }), 400, 0],
]

// proves: threat-enumeration-by-effect
describe('whoever is asked about, the service does the same work: statement for statement, hash for hash', () => {
  test.each(WAYS)('%s', async (way, ask, status, hashes) => {
    const done = new Map<string, readonly string[]>()
    for (const [name, make] of Object.entries(CLASSES)) {
      const email = await make()
      const host = newHost()
      const browser = service.browser(host)
      work = []
      const answer = await ask(email, browser, host)
      expect([name, answer.status]).toEqual([name, status])
      done.set(name, [...work])
    }
    const expected = done.get('unknown') ?? []
    // Before any password is looked at, only the browser is.
    expect(expected.length).toBeGreaterThan(way === NO_TRY ? 1 : 2)
    expect(expected.filter((step) => step === 'hash')).toHaveLength(hashes)
    for (const [name, steps] of done) expect([name, steps]).toEqual([name, expected])
  })

  // proves: threat-enumeration-by-effect
  test('sign-in with the right password, where the account may not be entered', async () => {
    const guess = byPage('/login/', { password: TEST_PASSWORD })
    const done: (readonly string[])[] = []
    for (const name of ['unknown', 'pending', 'suspended', 'closed', 'changed lately, and still reserved']) {
      const email = await (CLASSES[name] as () => Promise<string>)()
      const host = newHost()
      expect((await guess(email, service.browser(host), host)).status).toBe(400)
      done.push([...work])
    }
    expect(done[0]?.filter((step) => step === 'hash')).toHaveLength(1)
    for (const steps of done) expect(steps).toEqual(done[0])
  })

  test('the sixth guess, which has to wait: for nobody is anything hashed', async () => {
    const guess = byPage('/login/', { password: 'eight blue horses' })
    const done = new Map<string, readonly string[]>()
    for (const [name, make] of Object.entries(CLASSES)) {
      const email = await make()
      const host = newHost()
      for (let tries = 0; tries < 5; tries += 1)
        expect((await guess(email, service.browser(host), host)).status).toBe(400)
      expect((await guess(email, service.browser(host), host)).status).toBe(429)
      done.set(name, [...work])
    }
    expect(done.get('unknown')).not.toContain('hash')
    for (const [name, steps] of done) expect([name, steps]).toEqual([name, done.get('unknown')])
  })

  // proves: threat-lock-out
  test('the hundredth failure in a row, and the guess after it, for which nothing is hashed', async () => {
    const done = new Map<string, readonly string[]>()
    for (const [name, make] of Object.entries(CLASSES)) {
      const email = await make()
      await service.database.db.query`
        insert into guessed_addresses (address_hash, failures, forget_at)
        values (${addressHash(email)}, 99, to_timestamp(${service.clock.now() + 1000}))`
      const steps: string[] = []
      for (const [password, status] of [
        ['eight blue horses', 400],
        ['eight blue horses', 403],
        [TEST_PASSWORD, 403],
      ] as const) {
        const host = newHost()
        expect((await byPage('/login/', { password })(email, service.browser(host), host)).status).toBe(
          status,
        )
        steps.push(...work, `answered ${status}`)
      }
      done.set(name, steps)
    }
    expect(done.get('unknown')?.filter((step) => step === 'hash')).toHaveLength(1)
    for (const [name, steps] of done) expect([name, steps]).toEqual([name, done.get('unknown')])
  })

  // proves: threat-enumeration-by-effect
  test.each(['register', 'recover'] as const)(
    'an address that asked too often, to %s: the same for all, by the fourth time',
    async (kind) => {
      const done = new Map<string, readonly string[]>()
      // A waiting registration has sent one request already. That is no state of an account.
      const classes = Object.entries(CLASSES).filter(([name]) => name !== 'pending' || kind !== 'register')
      for (const [name, make] of classes) {
        const email = await make()
        const browser = service.browser()
        const ask = () => byApi(kind)(email, browser, newHost())
        for (let times = 0; times < 3; times += 1) expect((await ask()).status).toBe(202)
        work = []
        expect((await ask()).status).toBe(429)
        done.set(name, [...work])
      }
      for (const [name, steps] of done) expect([name, steps]).toEqual([name, done.get('unknown')])
    },
  )

  test('and the ears hear: signing in with the right password is other work', async () => {
    const steps: (readonly string[])[] = []
    for (const password of [TEST_PASSWORD, 'eight blue horses']) {
      const host = newHost()
      await byPage('/login/', { password })(await citizen({}), service.browser(host), host)
      steps.push([...work])
    }
    expect(steps[0]).not.toEqual(steps[1])
  })
})
