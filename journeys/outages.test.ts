import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, type TestClient } from '../packages/identity/testing/people.ts'
import {
  authorizeAddress,
  type Entered,
  enterProgram,
  introspect,
  newAttempt,
  obtainCode,
  postForm,
  refresh,
} from '../packages/identity/testing/program-flow.ts'
import type { TestBrowser } from '../packages/identity/testing/test-browser.ts'
import { tokensThatOutlivedTheirGrant } from '../packages/identity/testing/tokens.ts'
import { type IdentityProcess, serverProcesses, startIdentity } from './kit/identity-process.ts'
import { until } from './kit/until.ts'

/** A service whose embedded PostgreSQL hangs, is killed and is started again. */
let identity: IdentityProcess
let program: TestClient
let browser: TestBrowser
let entered: Entered

beforeAll(async () => {
  identity = await startIdentity({ environment: { PORTICO_DATABASE_DEADLINE_MS: '' } })
  program = await addProgram(identity.service)
  const citizen = await addCitizen(identity.service)
  entered = await enterProgram(identity.service, program, citizen)
  browser = entered.browser
})

afterAll(async () => {
  for (const pid of serverProcesses(identity.dataDir)) process.kill(pid, 'SIGCONT')
  await identity?.close()
})

/** The answer to a request. */
interface Answered {
  readonly status: number
  readonly body: string
}

/** The longest time to an answer. */
const HANGING_MILLISECONDS = 15_000

async function ask(path: string, init: RequestInit = {}): Promise<Answered> {
  const answer = await fetch(identity.baseUrl + path, {
    redirect: 'manual',
    signal: AbortSignal.timeout(HANGING_MILLISECONDS),
    ...init,
  })
  return { status: answer.status, body: await answer.text() }
}

function askForm(path: string, fields: Readonly<Record<string, string>>): Promise<Answered> {
  const headers = { authorization: program.basic }
  return ask(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
}

/** Every request that needs the database, by name. */
async function requests(): Promise<Readonly<Record<string, () => Promise<Answered>>>> {
  const attempt = newAttempt(program)
  const code = await obtainCode(browser, attempt)
  const { tokens } = await enterProgram(identity.service, program, browser)
  const login = await identity.browser().get('/login/')
  const csrfToken = login.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
  const cookie = (from: TestBrowser) => [...from.cookies].map((pair) => pair.join('=')).join('; ')
  return {
    'token, for a code': () =>
      askForm('/o/token/', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: program.redirectUri,
        code_verifier: attempt.verifier,
      }),
    'token, for a refresh token': () =>
      askForm('/o/token/', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
    introspection: () => askForm('/api/integrations/introspect/', { token: entered.tokens.access_token }),
    revocation: () => askForm('/o/revoke/', { token: tokens.access_token }),
    userinfo: () =>
      ask('/o/userinfo/', { headers: { authorization: `Bearer ${entered.tokens.access_token}` } }),
    'authorize, signed in': () =>
      ask(authorizeAddress(newAttempt(program)), { headers: { cookie: cookie(browser) } }),
    'sign-in': () =>
      ask('/login/', {
        method: 'POST',
        headers: {
          cookie: login.headers
            .getSetCookie()
            .map((line) => line.split(';')[0])
            .join('; '),
        },
        body: new URLSearchParams({ csrf_token: csrfToken, email: 'ana@example.test', password: 'guess' }),
      }),
    sessions: () => ask('/account/sessions/', { headers: { cookie: cookie(browser) } }),
    registration: () =>
      ask('/api/v1/accounts/register/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ full_name: 'Ana', email: 'ana@example.test' }),
      }),
    recovery: () =>
      ask('/api/v1/accounts/recover/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ana@example.test' }),
      }),
  }
}

async function askAll(asked: Readonly<Record<string, () => Promise<Answered>>>) {
  const answers = await Promise.all(
    Object.entries(asked).map(async ([name, run]) => [name, await run()] as const),
  )
  return Object.fromEntries(answers)
}

function statuses(answers: Readonly<Record<string, Answered>>): Record<string, number> {
  return Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))
}

/** Repeats introspection until the service has recovered. Before, it must answer 503, and never that a valid token is inactive. */
async function untilRecovered(): Promise<void> {
  await until('introspection answers again', async () => {
    const answer = await askForm('/api/integrations/introspect/', { token: entered.tokens.access_token })
    if (answer.status === 503) return undefined
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({ active: true })
    return true
  })
}

function signalServer(name: NodeJS.Signals): void {
  for (const pid of serverProcesses(identity.dataDir)) process.kill(pid, name)
}

describe('while PostgreSQL hangs', () => {
  let asked: Awaited<ReturnType<typeof requests>>
  let pid: number

  beforeAll(async () => {
    asked = await requests()
    pid = identity.pid
    signalServer('SIGSTOP')
  })

  // proves: threat-database-outage
  test('every request that needs it is 503: no token is called inactive, no revocation done (contract 7, 4.1)', async () => {
    const answers = await askAll(asked)
    expect(statuses(answers)).toEqual(Object.fromEntries(Object.keys(asked).map((name) => [name, 503])))
    for (const { body } of Object.values(answers)) expect(body).not.toMatch(/"active"|stack|at .*\.ts:/)
  })

  test('health, discovery and the key set answer as always (contract 2.7, 2.8, 2.13)', async () => {
    const health = await ask('/api/health/')
    expect([health.status, JSON.parse(health.body)]).toEqual([200, { status: 'ok', service: 'portico' }])
    expect((await ask('/.well-known/openid-configuration')).status).toBe(200)
    expect((await ask('/o/.well-known/jwks.json')).status).toBe(200)
    expect((await ask('/login/')).status).toBe(200)
  })

  // proves: design-7.29-outage-heals, threat-database-outage
  test('the service recovers by itself, and what was refused meanwhile is neither half done nor done twice (contract 3)', async () => {
    signalServer('SIGCONT')
    await untilRecovered()
    expect(identity.pid, 'the process is the one from before').toBe(pid)
    await expectNothingHalfDone(asked)
  })
})

describe('when PostgreSQL is killed', () => {
  test('the service starts it again by itself; until then every answer is 503 or right (contract 3, 7)', async () => {
    const asked = await requests()
    const { pid } = identity
    signalServer('SIGKILL')
    const answers = await askAll(asked)
    for (const { status, body } of Object.values(answers)) {
      if (status === 503) expect(body).not.toMatch(/"active"|stack|at .*\.ts:/)
      else expect(status).toBeLessThan(500)
    }
    await untilRecovered()
    expect(identity.pid, 'the process is the one from before').toBe(pid)
    await expectNothingHalfDone(asked)
  })
})

/** Repeats a request until the answer is not 503: on a slow machine the connections recover one after the other. */
async function unlessRefused(name: string, run: () => Promise<Answered>): Promise<Answered> {
  return until(`${name} is answered`, async () => {
    const answer = await run()
    return answer.status === 503 ? undefined : answer
  })
}

/** After an outage, refused requests can be repeated, nothing is done twice, and everything works as before. */
async function expectNothingHalfDone(asked: Awaited<ReturnType<typeof requests>>): Promise<void> {
  const again = await askAll(
    Object.fromEntries(Object.entries(asked).map(([name, run]) => [name, () => unlessRefused(name, run)])),
  )
  expect(again['revocation']?.status).toBe(200)
  expect(again['introspection']?.status).toBe(200)
  expect(again['userinfo']?.status).toBe(200)
  // PostgreSQL may have run a statement that it received before it hung, once.
  for (const name of ['token, for a code', 'token, for a refresh token'])
    expect([200, 400], name).toContain(again[name]?.status)
  expect(await tokensThatOutlivedTheirGrant(identity)).toEqual([])
  const { tokens } = await enterProgram(identity.service, program, browser)
  const rotated = await refresh(identity.service, program, tokens.refresh_token)
  expect(await introspect(identity.service, program, rotated.body.access_token)).toMatchObject({
    active: true,
  })
  const revoked = await postForm(
    identity.service,
    '/o/revoke/',
    { token: rotated.body.refresh_token },
    { authorization: program.basic },
  )
  expect(revoked.status).toBe(200)
  expect(await introspect(identity.service, program, rotated.body.access_token)).toEqual({ active: false })
}
