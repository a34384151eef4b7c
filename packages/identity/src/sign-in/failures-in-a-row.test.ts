import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressHash, deleteFailures, rememberDevice } from '../guesses/index.ts'
import type { PasswordHasher } from '../passwords/index.ts'
import { openPool } from '../platform/postgres/connect.ts'
import { type PasswordAttempt, provePassword } from './prove-password.ts'
import { signCitizenIn } from './sign-citizen-in.ts'
import { openSignInSetup, type SignInSetup } from './sign-in.fixture.ts'

const DAY = 24 * 60 * 60
const CLOSED = { ok: false, refusal: 'unknown-browser' }
const WRONG = { ok: false, refusal: 'wrong' }
const HOME = Buffer.alloc(32, 1)
const BUSY: PasswordHasher['verify'] = async () => 'busy'

let shared: Awaited<ReturnType<typeof openSignInSetup>>
let other: ReturnType<typeof openPool>
let setup: SignInSetup
let hashings: number
let strangers = 0
/** What comparing says; nothing is hashed, so that hundreds are quick. */
let verify: PasswordHasher['verify']

beforeAll(async () => {
  shared = await openSignInSetup()
  const options = { connections: 6, deadlineMilliseconds: 20_000, access: 'any' } as const
  other = openPool(shared.database.address, options)
})
afterAll(async () => {
  await other.close()
  await shared.database.drop()
})
beforeEach(async () => {
  setup = await shared.nextSetup()
  hashings = 0
  verify = async (known, password) =>
    known && password === setup.passwordAttempt().password ? 'right' : 'wrong'
  const { citizenId } = setup.ada
  await rememberDevice(setup.needs, { citizenId, deviceHash: HOME })
})
afterEach(() => shared.database.db.query`delete from sign_in_failures`)

const needs = (db = setup.needs.db) => ({
  ...setup.needs,
  db,
  passwords: {
    ...setup.needs.passwords,
    verify: (known: string | undefined, password: string) => {
      hashings += 1
      return verify(known, password)
    },
  },
})

/** An attempt from an IPv4 address that nobody had before, in a browser that no account knows. */
function stranger(password = 'nope', email = setup.ada.email): PasswordAttempt {
  strangers += 1
  const address = `10.${strangers >> 16}.${(strangers >> 8) & 255}.${strangers & 255}`
  const origin = { actor: 'anonymous' as const, address, requestId: 'r' }
  return { ...setup.passwordAttempt(password), email, deviceHash: Buffer.alloc(32, 9), origin }
}

const prove = (attempt: PasswordAttempt, db = setup.needs.db) => provePassword(needs(db), attempt)
const atHome = (password?: string) => ({ ...setup.passwordAttempt(password), deviceHash: HOME })
const signInAtHome = () => signCitizenIn(needs(), { ...setup.attempt(), deviceHash: HOME })

async function failInARow(times: number, email = setup.ada.email): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await prove(stranger('nope', email))).toEqual(WRONG)
}

async function countOf(email = setup.ada.email): Promise<number> {
  const [row] = await shared.database.db.query<{ failures: number }>`
    select failures from guessed_addresses where address_hash = ${addressHash(email)}`
  return row?.failures ?? 0
}

async function closings(): Promise<readonly string[]> {
  const rows = await shared.database.db.query<{ closed: string }>`
    select details->>'closed' as closed from audit_events
     where citizen_id = ${setup.ada.citizenId} and name = 'sign-in-closed-to-browser'`
  return rows.map(({ closed }) => closed)
}

describe('a hundred failures in a row at an address (NIST SP 800-63B-4 section 3.2.2)', () => {
  // proves: nist-3.2.2-hundred-failures, threat-distributed-guessing
  test('150 IPv4 addresses get a hundred guesses together; after that not even the right password is compared', async () => {
    const answers = []
    for (let time = 0; time < 150; time += 1) answers.push(await prove(stranger()))
    expect(answers.slice(0, 100)).toEqual(Array(100).fill(WRONG))
    expect(answers.slice(100)).toEqual(Array(50).fill(CLOSED))
    expect(await prove(stranger(setup.passwordAttempt().password))).toEqual(CLOSED)
    expect(hashings).toBe(100)
    expect(await closings()).toEqual(['unknown-browsers'])
  })
  test('do not keep out a browser that the account knows, whose sign-in opens the address again', async () => {
    await failInARow(100)
    expect(await prove(stranger())).toEqual(CLOSED)
    expect((await signInAtHome()).ok).toBe(true)
    expect(await countOf()).toBe(0)
    expect(await prove(stranger())).toEqual(WRONG)
  })
  test('have no time window: weeks later they are counted still', async () => {
    await failInARow(60)
    setup.clock.advance(200 * DAY)
    await failInARow(40)
    setup.clock.advance(300 * DAY)
    expect(await prove(stranger())).toEqual(CLOSED)
  })
  test('are forgotten four days for each after the latest, so that nobody gets more than some ninety in a year', async () => {
    await failInARow(1)
    setup.clock.advance(4 * DAY - 1)
    await failInARow(1)
    expect(await countOf()).toBe(2)
    setup.clock.advance(8 * DAY)
    await failInARow(1)
    expect(await countOf()).toBe(1)
  })
  test('are counted for an address that nobody has as for any other', async () => {
    const email = 'nobody@example.org'
    await failInARow(100, email)
    expect(await prove(stranger('nope', email))).toEqual(CLOSED)
    expect(hashings).toBe(100)
  })
  test('of one address do not close another', async () => {
    await failInARow(100)
    expect(await prove(stranger('nope', 'somebody.else@example.org'))).toEqual(WRONG)
  })
  // proves: threat-distributed-guessing
  test('outlive a crash of the server: their table is logged', async () => {
    const [table] = await shared.database.db.query`
      select relpersistence as kind from pg_class where relname = 'guessed_addresses'`
    expect(table).toEqual({ kind: 'p' })
  })
})

describe('what begins the row anew', () => {
  test('a right password from anywhere, be it to sign in or for something else', async () => {
    await failInARow(99)
    expect((await prove(stranger(setup.passwordAttempt().password))).ok).toBe(true)
    expect(await countOf()).toBe(0)
    await failInARow(100)
    expect((await prove(atHome())).ok).toBe(true)
    expect(await countOf()).toBe(0)
  })
  test('not a guess that was not compared because too many waited', async () => {
    await failInARow(99)
    verify = BUSY
    expect(await prove(stranger())).toEqual({ ok: false, refusal: 'busy' })
    expect(await countOf()).toBe(99)
  })
  test('not a guess that had to wait', async () => {
    const here = stranger()
    for (let time = 0; time < 5; time += 1) expect(await prove(here)).toEqual(WRONG)
    for (let time = 0; time < 5; time += 1) expect(await prove(here)).toMatchObject({ ok: false })
    expect(await countOf()).toBe(5)
  })
})

describe('many at once', () => {
  // proves: nist-3.2.2-hundred-failures, threat-distributed-guessing
  test('fifty wrong passwords at ninety-five, in two processes, are five guesses', async () => {
    await failInARow(95)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => prove(stranger(), at % 2 ? other : setup.needs.db)),
    )
    expect(
      answers.filter(({ ok, ...rest }) => !ok && 'refusal' in rest && rest.refusal === 'wrong'),
    ).toHaveLength(5)
    expect(hashings).toBe(100)
    expect(await countOf()).toBe(100)
    expect(await closings()).toEqual(['unknown-browsers'])
  })
  test('a guess that comes too late is counted nowhere: its network has all of its own failures left', async () => {
    await failInARow(95)
    const claims = Array.from({ length: 40 }, () => stranger())
    const answers = await Promise.all(claims.map((attempt) => prove(attempt)))
    await deleteFailures(setup.needs.db, setup.ada.email)
    const late = claims.filter((_, at) => JSON.stringify(answers[at]) === JSON.stringify(CLOSED))
    expect(late).toHaveLength(35)
    const left = await shared.database.db.query`select failures from sign_in_failures where failures < 0`
    expect(left).toEqual([])
    expect(await prove(late[0] ?? stranger())).toEqual(WRONG)
  })
  // proves: threat-distributed-guessing
  test('a sign-in in the middle of them begins the row anew, and no more than a hundred follow it', async () => {
    await failInARow(90)
    const racers = Array.from({ length: 60 }, (_, at) => prove(stranger(), at % 2 ? other : setup.needs.db))
    expect((await signInAtHome()).ok).toBe(true)
    await Promise.all(racers)
    const begun = await countOf()
    hashings = 0
    for (let time = begun; time < 130; time += 1) await prove(stranger())
    expect(hashings).toBe(100 - begun)
    expect(await countOf()).toBe(100)
  })
})

describe('a browser that the account knows', () => {
  async function failAtHome(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      setup.clock.advance(15 * 60)
      expect(await prove(atHome('nope'))).toEqual(WRONG)
    }
  }
  // proves: design-7.37-hundred-failures, threat-distributed-guessing
  test('has a hundred failures in a row of its own, and is a stranger then', async () => {
    await failAtHome(100)
    expect(await prove(atHome())).toEqual(CLOSED)
    expect(hashings).toBe(100)
    expect(await closings()).toEqual(['this-browser'])
  })
  test('has them whatever strangers do, and its failures count at the address, too', async () => {
    await failAtHome(30)
    await failInARow(70)
    expect(await prove(stranger())).toEqual(CLOSED)
    await failAtHome(1)
    expect(await countOf()).toBe(101)
    setup.clock.advance(15 * 60)
    expect((await signInAtHome()).ok).toBe(true)
  })
  test('begins its row anew by signing in', async () => {
    await failAtHome(99)
    setup.clock.advance(15 * 60)
    expect((await signInAtHome()).ok).toBe(true)
    await failAtHome(100)
  })
  test('that used up its hundred may sign in like a stranger while the address is open, and is known again', async () => {
    await failAtHome(100)
    await deleteFailures(setup.needs.db, setup.ada.email)
    expect((await signInAtHome()).ok).toBe(true)
    await failAtHome(5)
    await failInARow(95)
    expect(await prove(stranger())).toEqual(CLOSED)
    setup.clock.advance(15 * 60)
    expect((await signInAtHome()).ok).toBe(true)
  })
})
