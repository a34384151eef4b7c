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
import { DATABASE_DEADLINE_MILLISECONDS } from '../../packages/identity/src/start-service.ts'
import { addCitizen, addProgram, type TestClient } from '../../packages/identity/testing/people.ts'
import {
  authorizeAddress,
  type Entered,
  enterProgram,
  newAttempt,
} from '../../packages/identity/testing/program-flow.ts'
import { startTestService, type TestService } from '../../packages/identity/testing/test-service.ts'

/** What the contract leaves for a request while PostgreSQL is gone, in milliseconds. */
const AT_MOST_MILLISECONDS = 3_000
/** The same deadline, shorter, so that the walk over all addresses is short. */
const SHORT_MILLISECONDS = 150

/** The service that made the accounts, and one beside it on a line to the database that falls silent. */
let made: TestService
let flaky: FlakyDatabase
let pools: readonly DatabasePool[]
let service: Service
let address: string
let program: TestClient
let entered: Entered
/** How many deadlines one after the other were waited for. */
let waits = 0
let asking = 0

beforeAll(async () => {
  made = await startTestService()
  program = await addProgram(made)
  entered = await enterProgram(made, program, await addCitizen(made))
  flaky = await flakyDatabase(made.database)
  const pool = (connections: number, access: 'any' | 'by-key') =>
    openPool(flaky.database.address, { connections, access, deadlineMilliseconds: SHORT_MILLISECONDS })
  const [db, reads, writes] = [pool(8, 'any'), pool(1, 'by-key'), pool(2, 'by-key')]
  pools = [db, reads, writes]
  const foundation = { db: counted(db), reads: counted(reads), writes: counted(writes) }
  const config = readConfig({ PORTICO_BASE_URL: made.baseUrl })
  const mail = { available: () => true, wake: () => undefined }
  service = await composeService(
    { ...made.foundation, ...foundation },
    { ...config, hashingConcurrency: 2 },
    mail,
  )
  address = await service.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await service?.server.close()
  await service?.limits.close()
  await Promise.all(pools.map((pool) => pool.close()))
  await flaky?.close()
  await made?.close()
})

/** The same database; what is asked at the same time is one wait. */
function counted(db: Database): Database {
  const watch = async <Value>(answer: Promise<Value>): Promise<Value> => {
    if (asking === 0) waits += 1
    asking += 1
    try {
      return await answer
    } finally {
      asking -= 1
    }
  }
  return {
    query: (statement, ...values) => watch(db.query(statement, ...values)),
    transaction: (work) => watch(db.transaction(work)),
  }
}

const A64 = 'A'.repeat(64)
/** What makes a request to an address a good one, where it needs more than cookies and credentials. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/v1/accounts/register/': { email: 'hangs@example.test', full_name: 'Ana' },
  '/api/v1/accounts/recover/': { email: 'hangs@example.test' },
  '/o/token/': { grant_type: 'refresh_token', refresh_token: `prt_${A64}` },
  '/o/revoke/': { token: `prt_${A64}` },
  '/api/integrations/introspect/': { token: `pat_${A64}` },
  '/login/': { email: 'hangs@example.test', password: 'seven green horses' },
  '/register/': { email: 'hangs@example.test', full_name: 'Ana' },
  '/recover/': { email: 'hangs@example.test' },
  '/register/confirm/': { link: `pgl_${A64}`, password: 'seven green horses' },
  '/recover/confirm/': { link: `prl_${A64}`, password: 'seven green horses' },
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

test('no request waits for a silent database more than once, so none waits longer than 3 s (contract 7)', async () => {
  const other = await addProgram(made, { name: 'Public Library' })
  const question = await entered.browser.get(authorizeAddress(newAttempt(other)))
  const valueOf = (name: string) =>
    question.html.querySelector(`input[name=${name}]`)?.getAttribute('value') ?? ''
  const shown = {
    csrf_token: valueOf('csrf_token'),
    request: valueOf('request'),
    decision: 'continue',
  }
  flaky.fallSilent()
  const unavailable: string[] = []
  for (const { method, path } of service.routes) {
    waits = 0
    const status = await ask(method, path, shown)
    expect([method, path, waits]).toEqual([method, path, expect.toBeOneOf([0, 1])])
    expect([method, path, status]).toEqual([method, path, waits === 1 ? 503 : expect.any(Number)])
    if (waits === 0) expect([method, path, status < 500]).toEqual([method, path, true])
    else unavailable.push(`${method} ${path}`)
  }
  const posted = service.routes.filter(({ method }) => method === 'POST')
  expect(unavailable).toEqual(expect.arrayContaining(posted.map(({ path }) => `POST ${path}`)))
})

test('and that one wait, with the one for a silent Redis before it, leaves room to answer', () => {
  expect(DATABASE_DEADLINE_MILLISECONDS + COMMAND_TIMEOUT_MILLISECONDS).toBeLessThan(AT_MOST_MILLISECONDS)
})
