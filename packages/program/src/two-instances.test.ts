import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieBrowser, signInWith } from '../testing/cookie-browser.ts'
import {
  askOf,
  beginSignIn,
  lateProgram,
  openCallback,
  outcome,
  type TestProgram,
  testProgram,
} from '../testing/program.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createProgramSso } from './create.ts'
import type { ProgramSso } from './program-sso.ts'
import type { SsoStore } from './store/index.ts'
import { postgresStore, starterAccounts } from './store/postgres/index.ts'
import { type FakeClock, fakeClock, signInThrough } from './testing/index.ts'

// Two instances that share only PostgreSQL and its clock. Each has its own pool, clock, breakers and memory.

let database: TestDatabase
let secondPool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase(20)
  const { host, port, user, name } = database
  secondPool = new pg.Pool({ host, port, user, database: name, max: 20 })
  secondPool.on('error', () => undefined)
  await postgresStore(database.pool).migrate()
})
afterAll(async () => {
  await secondPool.end()
  await database.drop()
})

/** `aheadMs` is how far the second instance's clock is ahead of the first one's and the database's. */
const twoInstances = (
  aheadMs = 0,
  changes: Parameters<typeof testProgram>[0] = {},
  program = testProgram(changes),
) => {
  const clock = fakeClock(new Date(program.clock.now().getTime() + aheadMs))
  const over = (pool: pg.Pool, own: FakeClock) => {
    const store = postgresStore(pool, { clock: program.clock })
    const rest = { store, accounts: starterAccounts(pool), clock: own }
    return createProgramSso({ ...program.config, ...rest })
  }
  const [first, second] = [over(database.pool, program.clock), over(secondPool, clock)]
  const advance = async (ms: number) =>
    void (await Promise.all([program.clock.advance(ms), clock.advance(ms)]))
  const on = (sso: ProgramSso<{ id: string }>): TestProgram => ({
    ...program,
    // The type of the accounts differs from the helper's. These tests do not use it.
    sso: sso as unknown as TestProgram['sso'],
    ask: (...asked) => askOf(sso, ...asked),
  })
  return { program, first, second, advance, on }
}
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const asked = (program: TestProgram, path: string) =>
  program.identity.log.filter((line) => line.path.includes(path)).length

/** Moves the clock until all waiting workers have their result. */
async function patiently<T>(
  work: readonly Promise<T>[],
  advance: (ms: number) => Promise<void>,
): Promise<T[]> {
  const state = { over: false }
  const all = Promise.all(work).finally(() => (state.over = true))
  while (!state.over) {
    await advance(1)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return all
}

// proves: program-guard-one-worker, program-clock-store-time
test.each([0, 400, -400, 600_000, -600_000])(
  '40 requests on two instances whose clocks are %d ms apart make one renewal and one introspection',
  async (aheadMs) => {
    const { program, first, second, advance } = twoInstances(aheadMs)
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const { accessToken } = await signInThrough(first, program.identity, citizen)
    const [tokens, looks] = [asked(program, '/o/token/'), asked(program, '/introspect/')]
    await advance(880_000)
    const work = Array.from({ length: 40 }, (_, n) =>
      (n % 2 ? first : second).authenticate(bearer(accessToken)),
    )
    const results = await patiently(work, advance)
    expect(results.map(({ status }) => status)).toEqual(Array(40).fill('ok'))
    expect([asked(program, '/o/token/') - tokens, asked(program, '/introspect/') - looks]).toEqual([1, 1])
  },
)

/** A browser whose requests go to the instances in turn. */
const browserOfBoth = (first: ProgramSso<{ id: string }>, second: ProgramSso<{ id: string }>) => {
  const turns = { count: 0 }
  return cookieBrowser(async (request) => {
    const sso = (turns.count += 1) % 2 ? first : second
    return (await sso.handle(request)) ?? new Response(null, { status: 404 })
  })
}

// proves: program-cookie-parallel
test('40 pages with one cookie on two instances, whenever the central tokens must be renewed: nobody is signed out', async () => {
  const { program, first, second, advance } = twoInstances(0, { cookies: {} })
  const browser = browserOfBoth(first, second)
  const citizen = program.identity.addCitizen({ email: 'cookie@example.test' })
  await signInWith(browser, (url) => program.identity.authorize(url, citizen))
  const request = { headers: browser.headers(), method: 'GET' }
  for (let quarters = 0; quarters < 3; quarters += 1) {
    const [tokens, looks] = [asked(program, '/o/token/'), asked(program, '/introspect/')]
    await advance(880_000)
    const work = Array.from({ length: 40 }, (_, n) => (n % 2 ? first : second).authenticate(request))
    const results = await patiently(work, advance)
    expect(results.map(({ status }) => status)).toEqual(Array(40).fill('ok'))
    expect([asked(program, '/o/token/') - tokens, asked(program, '/introspect/') - looks]).toEqual([1, 1])
  }
})

// proves: program-cookie-parallel
test('eight tabs that sign in at the same time on two instances leave one browser that is signed in', async () => {
  const { program, first, second } = twoInstances(0, { cookies: {} })
  const browser = browserOfBoth(first, second)
  const citizen = program.identity.addCitizen({ email: 'tabs@example.test' })
  const tabs = Array.from({ length: 8 }, (_, tab) => `/tab-${tab}`)
  const authorize = (url: string) => program.identity.authorize(url, citizen)
  const landed = await Promise.all(tabs.map((path) => signInWith(browser, authorize, path)))
  expect(landed.map((response) => response.headers.get('location'))).toEqual(
    tabs.map((path) => `https://permits.example.test${path}`),
  )
  expect((await second.authenticate({ headers: browser.headers(), method: 'GET' })).status).toBe('ok')
  const { rows } = await database.pool.query('select id from citizens where email = $1', [
    'tabs@example.test',
  ])
  expect(rows).toHaveLength(1)
})

// proves: program-guard-idempotency-key
test.each([['after'], ['after', 60], ['before', 'after']] as const)(
  'a renewal whose answers are lost (%s, %s) is one renewal, for 40 requests on two instances',
  async (...cuts) => {
    const { program, first, second, advance } = twoInstances()
    const citizen = program.identity.addCitizen({ email: `${cuts.join('-')}@example.test` })
    const { accessToken } = await signInThrough(first, program.identity, citizen)
    const [tokens, looks] = [asked(program, '/o/token/'), asked(program, '/introspect/')]
    await advance(880_000)
    program.identity.loseTokenAnswers(...cuts)
    const work = Array.from({ length: 40 }, (_, n) =>
      (n % 2 ? first : second).authenticate(bearer(accessToken)),
    )
    const results = await patiently(work, advance)
    expect(results.map(({ status }) => status)).toEqual(Array(40).fill('ok'))
    const sent = [asked(program, '/o/token/') - tokens, asked(program, '/introspect/') - looks]
    expect([...sent, program.identity.openGrants(citizen.subject)]).toEqual([cuts.length + 1, 1, 1])
  },
)

test.each([-600_000, 0, 600_000])(
  "a machine whose clock is %d ms off goes by PostgreSQL's own clock",
  async (offMs) => {
    const machine = fakeClock(new Date(Date.now() + offMs))
    const schema = `off_${offMs + 1_000_000}`
    const program = testProgram({
      clock: machine,
      store: postgresStore(database.pool, { schema }) as SsoStore,
    })
    await program.store.migrate()
    const citizen = program.identity.addCitizen({ email: 'ida@example.test' })
    const before = await program.store.now()
    const { accessToken } = await signInThrough(program.sso, program.identity, citizen)
    const [session] = await program.store.listSessions('account-1', machine.now())
    const checkedAt = session?.centralCheckedAt ?? new Date(0)
    expect(checkedAt >= before && checkedAt <= (await program.store.now())).toBe(true)
    program.identity.suspend(citizen.subject)
    await database.pool.query(
      `update ${schema}.sessions set central_checked_at = central_checked_at - interval '30 seconds'`,
    )
    expect(await program.sso.authenticate(bearer(accessToken))).toMatchObject({ code: 'session_ended' })
  },
)

// proves: program-5.5-central-endings-reach
test('40 requests after the end of the central session are 40 times 401, on both, with one question', async () => {
  const { program, first, second, advance } = twoInstances()
  const citizen = program.identity.addCitizen({ email: 'bo@example.test' })
  const { accessToken } = await signInThrough(first, program.identity, citizen)
  program.identity.suspend(citizen.subject)
  await advance(30_000)
  const looks = asked(program, '/introspect/')
  const work = Array.from({ length: 40 }, (_, n) =>
    (n % 2 ? first : second).authenticate(bearer(accessToken)),
  )
  const results = await patiently(work, advance)
  expect(results.map((found) => (found.status === 'ok' ? 'ok' : found.code))).toEqual(
    Array(40).fill('session_ended'),
  )
  expect(asked(program, '/introspect/') - looks).toBe(1)
})

// proves: program-5.2-refresh-rotates
test('40 refreshes of one token with one rotation id on two instances are one rotation with one pair', async () => {
  const { program, first, second } = twoInstances()
  const citizen = program.identity.addCitizen({ email: 'cy@example.test' })
  const { refreshToken } = await signInThrough(first, program.identity, citizen)
  const body = { refresh_token: refreshToken, rotation_id: 'rotation-id-of-one-app' }
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => askOf(n % 2 ? first : second, 'POST', 'refresh/', { body })),
  )
  const outcomes = await Promise.all(answers.map(outcome))
  // Exactly six per minute are allowed (refreshPerSession). The others get 429 and lose nothing.
  expect(outcomes.filter((word) => word === '200')).toHaveLength(6)
  expect(outcomes.filter((word) => word === '429 throttled')).toHaveLength(34)
  const good = answers.filter(({ status }) => status === 200)
  const pairs = await Promise.all(
    good.map(async (one) => ((await one.json()) as { refresh_token: string }).refresh_token),
  )
  expect(new Set(pairs).size).toBe(1)
})

// proves: program-4.3.4-issuer-and-subject
test('two browsers that sign one citizen in for the first time, on two instances, make one account', async () => {
  const { program, first, second, on } = twoInstances()
  const citizen = program.identity.addCitizen({ email: 'dee@example.test' })
  const landed = await Promise.all(
    [first, second].map(async (sso) => {
      const { url, verifier } = await beginSignIn(on(sso))
      const { code } = await openCallback(on(sso), await program.identity.authorize(url, citizen))
      return { code, code_verifier: verifier }
    }),
  )
  const answers = await Promise.all(
    landed.map((body, n) => askOf(n ? second : first, 'POST', 'exchange/', { body })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { rowCount } = await database.pool.query("select 1 from citizens where email = 'dee@example.test'")
  expect(rowCount).toBe(1)
})

// proves: program-4.3.5-sso-code-once-and-bound
test('a code begun on one instance is exchanged once, whichever of the two is asked 40 times', async () => {
  const { program, first, second, on } = twoInstances()
  const { url, verifier } = await beginSignIn(on(first))
  const citizen = program.identity.addCitizen({ email: 'eve@example.test' })
  const { code } = await openCallback(on(second), await program.identity.authorize(url, citizen))
  const body = { code, code_verifier: verifier }
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => askOf(n % 2 ? first : second, 'POST', 'exchange/', { body })),
  )
  const outcomes = await Promise.all(answers.map(outcome))
  expect(outcomes.filter((word) => word === '200')).toHaveLength(1)
  expect(outcomes.filter((word) => word === '401 handoff_invalid')).toHaveLength(39)
})

// proves: program-callback-repeated, program-4.3.3-state-once
test('a callback that comes 40 times to two instances, while the centre is slow, is redeemed once and ends alike', async () => {
  const { program: late, asked: redeeming, release } = lateProgram()
  const { program, first, second, advance, on } = twoInstances(0, {}, late)
  const { url, verifier } = await beginSignIn(on(first))
  const citizen = program.identity.addCitizen({ email: 'twice@example.test' })
  const callback = await program.identity.authorize(url, citizen)
  const one = openCallback(on(first), callback)
  await redeeming
  const others = Array.from({ length: 39 }, (_, n) => openCallback(on(n % 2 ? first : second), callback))
  await advance(600)
  release()
  const codes = new Set((await patiently([one, ...others], advance)).map(({ code }) => code))
  expect([codes.size, codes.has(null), asked(program, '/o/token/')]).toEqual([1, false, 1])
  const body = { code: [...codes][0], code_verifier: verifier }
  expect((await askOf(second, 'POST', 'exchange/', { body })).status).toBe(200)
  expect(await openCallback(on(second), callback)).toMatchObject({ code: null, error: 'cancelled' })
})

// proves: program-callback-repeated
test('in cookie mode, callbacks on two instances end in one session, whichever of them opens it', async () => {
  const { program: late, asked: redeeming, release } = lateProgram({ cookies: {} })
  const { program, first, second, advance } = twoInstances(0, { cookies: {} }, late)
  const citizen = program.identity.addCitizen({ email: 'twice-in-pages@example.test' })
  const browser = browserOfBoth(first, second)
  const begun = await browser.open('/api/v1/sso/login?return_to=/permits')
  const callback = await program.identity.authorize(begun.headers.get('location') ?? '', citizen)
  const headers = browser.headers()
  const visit = async (sso: ProgramSso<{ id: string }>) => {
    const answer = await sso.handle(new Request(callback, { headers }))
    return answer?.headers.getSetCookie().find((line) => line.includes('=ppc_')) ?? null
  }
  const one = visit(first)
  await redeeming
  const others = Array.from({ length: 19 }, (_, n) => visit(n % 2 ? first : second))
  release()
  const cookies = new Set(await patiently([one, ...others], advance))
  expect([cookies.size, cookies.has(null), asked(program, '/o/token/')]).toEqual([1, false, 1])
  const { rows } = await database.pool.query(
    `select count(*)::int as sessions from sso.sessions s join citizens c on c.id::text = s.account_id where c.email = $1`,
    [citizen.email],
  )
  expect(rows).toEqual([{ sessions: 1 }])
})

// proves: program-5.3-central-tokens-sealed
test('sealed tokens that were swapped between two rows do not open: 503, and no citizen becomes another', async () => {
  const { program, first, advance } = twoInstances()
  const signIn = async (name: string) =>
    signInThrough(first, program.identity, program.identity.addCitizen({ email: `${name}@example.test` }))
  const [one, two] = [await signIn('fay'), await signIn('gil')]
  await database.pool.query(
    `with pair as (select s.id, s.central_sealed, row_number() over (order by s.id) as n from sso.sessions s
        join citizens c on c.id::text = s.account_id where c.email in ('fay@example.test', 'gil@example.test'))
     update sso.sessions s set central_sealed = other.central_sealed
       from pair mine join pair other on mine.n <> other.n where s.id = mine.id`,
  )
  await advance(30_000)
  for (const { accessToken } of [one, two]) {
    const found = await first.authenticate(bearer(accessToken))
    expect(found).toMatchObject({ http: 503, code: 'misconfigured', clearLocal: false })
  }
})
