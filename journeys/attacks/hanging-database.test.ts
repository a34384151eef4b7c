// Takes over 10 s: each route is asked once for each of its statements, which then waits for a deadline.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeService, type Service } from '../../packages/identity/src/compose.ts'
import { readConfig } from '../../packages/identity/src/config.ts'
import { type DatabasePool, openPool } from '../../packages/identity/src/platform/postgres/connect.ts'
import type { Database } from '../../packages/identity/src/platform/postgres/database.ts'
import {
  type FlakyDatabase,
  flakyDatabase,
} from '../../packages/identity/src/platform/postgres/outage.fixture.ts'
import { COMMAND_TIMEOUT_MILLISECONDS } from '../../packages/identity/src/rate-limits/redis-counters.ts'
import { hotBetween, oneWay } from '../../packages/identity/testing/hot-between.ts'
import { addCitizen, addProgram, type TestClient } from '../../packages/identity/testing/people.ts'
import {
  authorizeAddress,
  type Entered,
  enterProgram,
  newAttempt,
} from '../../packages/identity/testing/program-flow.ts'
import { startTestService, type TestService } from '../../packages/identity/testing/test-service.ts'
import { unknownRefreshToken } from '../../packages/identity/testing/tokens.ts'

/** The most milliseconds of a request during an outage of PostgreSQL, by the contract. */
const AT_MOST_MILLISECONDS = 3_000
/** A shorter deadline, so that the test of all addresses is short. */
const SHORT_MILLISECONDS = 60

/** The service with the accounts, and a second one whose database stops answering at a given statement. */
let made: TestService
let flaky: FlakyDatabase
let silentPool: DatabasePool
let service: Service
let address: string
let program: TestClient
let entered: Entered
/** How many statements and transactions are answered before the database stops answering. */
let answered = 0
let asked = 0
/** How many deadlines were waited for, one after the other. */
let waits = 0
/** Whether a statement met silence. */
let isSilent = false
/** The waiting statements. An answer may come before all of them have failed. */
const waiting = new Set<Promise<unknown>>()
/** The statements that the database still answers. A silence is measured from their end, as a slow answer is no silence. */
const answering = new Set<Promise<unknown>>()

beforeAll(async () => {
  made = await startTestService()
  program = await addProgram(made)
  entered = await enterProgram(made, program, await addCitizen(made))
  flaky = await flakyDatabase(made.database)
  flaky.fallSilent()
  silentPool = openPool(flaky.database.address, {
    connections: 8,
    access: 'any',
    deadlineMilliseconds: SHORT_MILLISECONDS,
  })
  answered = Number.POSITIVE_INFINITY
  const { db, reads, writes, asyncWrites } = made.foundation
  const config = readConfig({ PORTICO_BASE_URL: made.baseUrl })
  const mail = { available: () => true, wake: () => undefined }
  service = await composeService(
    {
      ...made.foundation,
      db: falling(db),
      reads: hotBetween(reads, falling),
      writes: hotBetween(writes, falling),
      asyncWrites: hotBetween(asyncWrites, falling),
    },
    { ...config, hashingConcurrency: 2 },
    mail,
  )
  address = await service.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await service?.server.close()
  await service?.limits.close()
  await silentPool?.close()
  await flaky?.close()
  await made?.close()
})

/** The last use of a client's secret is recorded in parallel, and the request does not wait for it. */
const NOBODY_WAITS_FOR = /^\s*update client_secrets set last_used_at/

/** A counter waits for less than half a second, and so does the look whether the database answers otherwise. */
const GIVEN_UP_SOON = /rate_counters|^select 1$/

/** The database while it answers, then one that never answers. Waits at the same time count as one. */
function falling(alive: Database): Database {
  const ask = async <Value>(put: (db: Database) => Promise<Value>, text = ''): Promise<Value> => {
    asked += 1
    if (asked <= answered) return among(answering, put(alive))
    isSilent = true
    if (waiting.size === 0 && !GIVEN_UP_SOON.test(text)) waits += 1
    return among(
      waiting,
      Promise.allSettled(answering).then(() => put(silentPool)),
    )
  }
  return {
    query: (statement, ...values) =>
      NOBODY_WAITS_FOR.test(statement.join(''))
        ? alive.query(statement, ...values)
        : ask((db) => db.query(statement, ...values), statement.join('')),
    transaction: (work) => ask((db) => db.transaction(work)),
    layout: () => alive.layout(),
  }
}

/** Keeps a statement in a set until it has ended. */
async function among<Value>(all: Set<Promise<unknown>>, statement: Promise<Value>): Promise<Value> {
  all.add(statement)
  try {
    return await statement
  } finally {
    all.delete(statement)
  }
}

const A64 = 'A'.repeat(64)
/** The body of a valid request to an address, if it needs more than cookies and credentials. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/v1/accounts/register/': { email: 'hangs@example.test', full_name: 'Ana' },
  '/api/v1/accounts/recover/': { email: 'hangs@example.test' },
  '/o/token/': { grant_type: 'refresh_token', refresh_token: unknownRefreshToken() },
  '/o/revoke/': { token: unknownRefreshToken() },
  '/api/integrations/introspect/': { token: `pat_${A64}` },
  '/login/': { email: 'hangs@example.test', password: 'seven green horses' },
  '/register/': { email: 'hangs@example.test', full_name: 'Ana' },
  '/recover/': { email: 'hangs@example.test' },
  '/login/new-browser/': { email: 'hangs@example.test' },
  '/register/confirm/': { link: `pgl_${A64}`, password: 'seven green horses' },
  '/recover/confirm/': { link: `prl_${A64}`, password: 'seven green horses' },
  '/login/new-browser/confirm/': { link: `pbl_${A64}`, email: 'hangs@example.test' },
  '/login/code/lost/confirm/': { link: `pll_${A64}`, password: 'seven green horses' },
  '/login/code/keep/': { link: `pkl_${A64}`, email: 'hangs@example.test' },
  '/account/address/confirm/': { link: `pnl_${A64}`, email: 'hangs@example.test' },
  '/account/address/keep/': { link: `pal_${A64}`, email: 'hangs@example.test' },
  '/account/verification/confirm/': { link: `pvl_${A64}`, password: 'seven green horses' },
}

async function ask(method: string, path: string, forms: Readonly<Record<string, string>>): Promise<number> {
  const isApi = path.startsWith('/api/v1/')
  const fields: Record<string, string> = {
    ...(path === '/o/authorize/' ? newAttempt(program).parameters : FIELDS[path]),
    ...(isApi || /^\/o\/(?!authorize\/decision)/.test(path) ? {} : forms),
  }
  const bearer = `Bearer ${entered.tokens.access_token}`
  const headers = {
    authorization: path === '/o/userinfo/' ? bearer : program.basic,
    cookie: [...entered.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'content-type': isApi ? 'application/json' : 'application/x-www-form-urlencoded',
  }
  const form = new URLSearchParams(fields).toString()
  const isGet = method === 'GET'
  const answer = await fetch(`${address}${path}${isGet ? `?${form}` : ''}`, {
    method,
    headers,
    redirect: 'manual',
    body: isGet ? null : isApi ? JSON.stringify(fields) : form,
  })
  await answer.arrayBuffer()
  return answer.status
}

/** The state of a person’s browser: the token of its forms, and a waiting confirmation. */
async function shownForms(): Promise<Readonly<Record<string, string>>> {
  const other = await addProgram(made, { name: 'Public Library' })
  const question = await entered.browser.get(authorizeAddress(newAttempt(other)))
  const valueOf = (name: string) =>
    question.html.querySelector(`input[name=${name}]`)?.getAttribute('value') ?? ''
  return { csrf_token: valueOf('csrf_token'), request: valueOf('request'), decision: 'continue' }
}

/** Repeats a request, each time with one more answered statement, until it gets all its answers. */
async function silences(method: string, path: string, forms: Readonly<Record<string, string>>) {
  const seen: { readonly waits: number; readonly status: number }[] = []
  for (answered = 0; ; answered += 1) {
    asked = 0
    waits = 0
    isSilent = false
    const status = await ask(method, path, forms)
    await Promise.allSettled(waiting)
    if (!isSilent) return { seen, last: status }
    seen.push({ waits, status })
  }
}

// proves: threat-database-outage
test('no request waits for a silent database more than once, so none waits longer than 3 s (contract 7)', async () => {
  const forms = await shownForms()
  const without: string[] = []
  // Sign-out comes last, so that all other requests come from a signed-in citizen.
  const routes = service.routes.toSorted(
    (one, other) => Number(one.path === '/logout/') - Number(other.path === '/logout/'),
  )
  for (const { method, path } of routes) {
    const { seen, last } = await silences(method, path, forms)
    expect([method, path, seen]).toEqual([
      method,
      path,
      seen.map(({ waits }) => ({ waits: Math.min(waits, 1), status: 503 })),
    ])
    expect([method, path, last < 500]).toEqual([method, path, true])
    if (method === 'POST' && seen.length === 0) without.push(path)
  }
  // Every other POST needs the database. Without the cookie of the mail that was asked for, or the ticket of a right password,
  // nothing is sent or compared; a passkey needs a question of its browser first; a visitor's language is in a cookie.
  expect(without).toEqual([
    ...['/register/again/', '/recover/again/', '/login/new-browser/again/'],
    ...['/login/passkey/', '/login/code/', '/login/code/lost/', '/login/code/lost/again/'],
    '/account/address/again/',
    ...['/account/verification/again/', '/language/'],
  ])
}, 300_000)

// proves: threat-database-outage-crowd
test('of many at once each is told at its own deadline, also those that wait for the statement of others (contract 7)', async () => {
  // No statement ever ends here, so nobody is told by the end of one.
  const silent: Database = {
    query: () => new Promise(() => undefined),
    transaction: () => new Promise(() => undefined),
    layout: async () => 'one-server',
  }
  const crowded = await composeService(
    { ...made.foundation, reads: oneWay(silent), writes: oneWay(silent) },
    {
      ...readConfig({ PORTICO_BASE_URL: made.baseUrl }),
      hashingConcurrency: 2,
      databaseDeadlineMilliseconds: SHORT_MILLISECONDS,
    },
    { available: () => true, wake: () => undefined },
  )
  const place = await crowded.server.listen({ host: '127.0.0.1', port: 0 })
  const post = async (path: string, form: Readonly<Record<string, string>>) => {
    const headers = { authorization: program.basic }
    return (await fetch(`${place}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) }))
      .status
  }
  const { access_token, refresh_token } = entered.tokens
  const answers = Array.from({ length: 20 }, () => [
    post('/api/integrations/introspect/', { token: access_token }),
    post('/o/token/', { grant_type: 'refresh_token', refresh_token }),
  ])
  expect(new Set(await Promise.all(answers.flat()))).toEqual(new Set([503]))
  await crowded.server.close()
  await crowded.limits.close()
})

// proves: threat-database-outage
test('and that one wait, with the one for a silent Redis before it, leaves room to answer', () => {
  const { databaseDeadlineMilliseconds } = readConfig({})
  expect(databaseDeadlineMilliseconds + COMMAND_TIMEOUT_MILLISECONDS).toBeLessThan(AT_MOST_MILLISECONDS)
})
