// Takes long, because processes are killed and started again.
import { Agent, request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Citizen } from '../packages/identity/src/citizens/index.ts'
import {
  addCitizen,
  addProgram,
  signIn,
  TEST_PASSWORD,
  type TestClient,
} from '../packages/identity/testing/people.ts'
import {
  type Attempt,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  newIdempotencyKey,
  obtainCode,
  type RepeatableRefresh,
  refresh,
  refreshWithKey,
  type TokenReply,
} from '../packages/identity/testing/program-flow.ts'
import type { TestBrowser } from '../packages/identity/testing/test-browser.ts'
import { tokensThatOutlivedTheirGrant } from '../packages/identity/testing/tokens.ts'
import { type IdentityProcess, startIdentity } from './kit/identity-process.ts'
import { Answered503, retryOn503 } from './kit/retry-on-503.ts'
import { signal } from './kit/until.ts'

/** One service with the embedded PostgreSQL, as on an operator's only machine. It is killed many times. */
let identity: IdentityProcess
let program: TestClient
let citizen: Citizen
let browser: TestBrowser

const ROUNDS = [1, 2, 3]
const CODES = 40
const ROTATING = 8

type Coded = Attempt & { readonly code: string }

beforeAll(async () => {
  identity = await startIdentity()
  program = await addProgram(identity.service)
  citizen = await addCitizen(identity.service)
  browser = (await enterProgram(identity.service, program, citizen)).browser
})

afterAll(async () => {
  await identity?.close()
})

async function obtainCodes(count: number): Promise<readonly Coded[]> {
  const codes: Coded[] = []
  for (let made = 0; made < count; made += 1) {
    const attempt = newAttempt(program)
    codes.push({ ...attempt, code: await obtainCode(browser, attempt) })
  }
  return codes
}

/** A request at a service that may be dead. Without an answer, its effect is unknown. */
async function orNothing(reply: Promise<TokenReply>): Promise<TokenReply | undefined> {
  return reply.catch(() => undefined)
}

async function expectAlive(accessTokens: readonly string[]): Promise<void> {
  const answers = await Promise.all(accessTokens.map((token) => introspect(identity.service, program, token)))
  expect(answers.filter(({ active }) => active !== true)).toEqual([])
}

// proves: threat-replay, threat-kill-9
test.each(ROUNDS)(
  'kill -9 amid code exchanges loses no token that was handed out, and no code works twice (contract 3; round %i)',
  async (round) => {
    const codes = await obtainCodes(CODES)
    const enough = signal()
    let acknowledged = 0
    const replies = codes.map(async (code) => {
      const reply = await orNothing(exchange(identity.service, program, code))
      if (reply?.status === 200) acknowledged += 1
      if (acknowledged >= round * 3) enough.reach()
      return { code, reply }
    })
    await Promise.race([enough.reached, Promise.all(replies)])
    await identity.kill()
    const settled = await Promise.all(replies)
    await identity.start()

    const given = settled.flatMap(({ reply }) => (reply?.status === 200 ? [reply.body] : []))
    expect(given.length).toBeGreaterThanOrEqual(round * 3)
    await expectAlive(given.map(({ access_token }) => access_token))
    const refreshed = await Promise.all(
      given.slice(0, 5).map(({ refresh_token }) => refresh(identity.service, program, refresh_token)),
    )
    expect(refreshed.map(({ status }) => status)).toEqual(refreshed.map(() => 200))
    expect(await tokensThatOutlivedTheirGrant(identity)).toEqual([])

    const again = await Promise.all(codes.map((code) => exchange(identity.service, program, code)))
    const used = settled.flatMap(({ reply }, index) => (reply?.status === 200 ? [again[index]] : []))
    expect(used.map((reply) => reply?.body.error)).toEqual(used.map(() => 'invalid_grant'))
    const third = await Promise.all(codes.map((code) => exchange(identity.service, program, code)))
    expect(third.map(({ status }) => status)).toEqual(third.map(() => 400))
  },
)

/** All tokens of one grant that a program got by rotations, newest last. */
interface Rotating {
  readonly accessTokens: string[]
  readonly refreshTokens: string[]
}

async function rotateUntilDead(one: Rotating, onRotated: () => void): Promise<void> {
  for (;;) {
    const reply = await orNothing(refresh(identity.service, program, one.refreshTokens.at(-1) ?? ''))
    if (reply === undefined) return
    expect([reply.status, reply.body.error]).toEqual([200, undefined])
    one.accessTokens.push(reply.body.access_token)
    one.refreshTokens.push(reply.body.refresh_token)
    onRotated()
  }
}

// proves: threat-replay
test.each(ROUNDS)(
  'kill -9 amid rotations leaves each grant one refresh token at most, and no used one works (contract 3; round %i)',
  async (round) => {
    const grants: Rotating[] = []
    for (let made = 0; made < ROTATING; made += 1) {
      const { tokens } = await enterProgram(identity.service, program, browser)
      grants.push({ accessTokens: [tokens.access_token], refreshTokens: [tokens.refresh_token] })
    }
    const enough = signal()
    let rotations = 0
    const onRotated = () => {
      rotations += 1
      if (rotations >= ROTATING * round * 4) enough.reach()
    }
    const rotating = grants.map((one) => rotateUntilDead(one, onRotated))
    await Promise.race([enough.reached, Promise.all(rotating)])
    await identity.kill()
    await Promise.all(rotating)
    await identity.start()

    await expectAlive(grants.flatMap(({ accessTokens }) => accessTokens))
    expect(await tokensThatOutlivedTheirGrant(identity)).toEqual([])
    for (const { refreshTokens } of grants) {
      const newest = refreshTokens.at(-1) ?? ''
      const used = refreshTokens.at(-2) ?? ''
      expect((await refresh(identity.service, program, used)).body.error).toBe('invalid_grant')
      // The last rotation may have been committed without an answer. Then the newest token is used, too.
      const [last] = await Promise.all([1, 2].map(() => refresh(identity.service, program, newest)))
      expect([200, 400]).toContain(last?.status)
      expect((await refresh(identity.service, program, newest)).body.error).toBe('invalid_grant')
    }
    expect(await tokensThatOutlivedTheirGrant(identity)).toEqual([])
  },
)

/** A refresh can be repeated for 60 seconds. If the machine paused for most of them, the round shows nothing. */
const MOST_MILLISECONDS_UNTIL_REPEATED = 45_000

/** Rotates one grant until the service is dead. Returns the request without an answer. */
async function refreshUntilDead(token: string, onRotated: () => void): Promise<RepeatableRefresh> {
  for (let living = token; ; ) {
    const asked = { token: living, key: newIdempotencyKey() }
    const reply = await orNothing(refreshWithKey(identity.service, program, asked))
    if (reply === undefined) return asked
    expect([reply.status, reply.body.error]).toEqual([200, undefined])
    living = reply.body.refresh_token
    onRotated()
  }
}

// proves: design-7.33-same-key-same-tokens, threat-lost-answer
test.each(ROUNDS)(
  'kill -9 amid rotations costs nobody the grant: what got no answer is repeated with its key (design 7.33; round %i)',
  async (round) => {
    await retryOn503(async () => {
      const first: string[] = []
      for (let made = 0; made < ROTATING; made += 1)
        first.push((await enterProgram(identity.service, program, browser)).tokens.refresh_token)
      const enough = signal()
      let rotations = 0
      const onRotated = () => {
        rotations += 1
        if (rotations >= ROTATING * round * 4) enough.reach()
      }
      const rotating = first.map((token) => refreshUntilDead(token, onRotated))
      await Promise.race([enough.reached, Promise.all(rotating)])
      const killedAt = performance.now()
      await identity.kill()
      const unanswered = await Promise.all(rotating)
      await identity.start()

      const repeat = () =>
        Promise.all(unanswered.map((asked) => refreshWithKey(identity.service, program, asked)))
      const told = await repeat()
      const again = await repeat()
      if (performance.now() - killedAt > MOST_MILLISECONDS_UNTIL_REPEATED)
        throw new Answered503('The machine stood still')
      expect(told.map(({ status }) => status)).toEqual(told.map(() => 200))
      const tokensOf = ({ body }: TokenReply) => [body.access_token, body.refresh_token]
      expect(again.map(tokensOf)).toEqual(told.map(tokensOf))
      await expectAlive(told.map(({ body }) => body.access_token))
      expect(await tokensThatOutlivedTheirGrant(identity)).toEqual([])
      return 'held'
    })
  },
)

// proves: threat-kill-9
test('kill -9 signs nobody out and keeps the keys: the same browser enters again, silently (contract 2.8)', async () => {
  const keys = await (await fetch(`${identity.baseUrl}/o/.well-known/jwks.json`)).json()
  await identity.kill()
  await identity.start()
  expect(await (await fetch(`${identity.baseUrl}/o/.well-known/jwks.json`)).json()).toEqual(keys)
  const { tokens } = await enterProgram(identity.service, program, browser)
  await expectAlive([tokens.access_token])
})

/** Signs in on a connection that the service has accepted, because it has answered a request on it. */
async function signInOn(agent: Agent, who: Citizen): Promise<() => Promise<number>> {
  const visitor = identity.browser()
  const page = await visitor.get('/login/')
  const token = page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
  const body = new URLSearchParams({
    csrf_token: token,
    email: who.email,
    password: TEST_PASSWORD,
  }).toString()
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = (method: string, path: string, headers: Record<string, string>, text = '') =>
    new Promise<number>((resolve, reject) => {
      const call = httpRequest(`${identity.baseUrl}${path}`, { agent, method, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      })
      call.once('error', reject).end(text)
    })
  await send('GET', '/api/health/', {})
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
  return () => send('POST', '/login/', headers, body)
}

// proves: threat-restart
test('SIGTERM amid requests fails none that was accepted, and then the process ends by itself (contract 7)', async () => {
  const agents = Array.from({ length: 30 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const people = await Promise.all(agents.map(() => addCitizen(identity.service)))
  const posts = await Promise.all(agents.map((agent, index) => signInOn(agent, people[index] ?? citizen)))
  const first = signal()
  // Each sign-in needs a hash. When the first one is finished, the others have been read and wait.
  const statuses = posts.map((post) => post().finally(first.reach))
  await first.reached
  const ending = identity.stop()
  expect(await Promise.all(statuses)).toEqual(posts.map(() => 303))
  for (const agent of agents) agent.destroy()
  expect(await ending).toMatchObject({ code: 0, signal: null })
  await identity.start()
  await signIn(identity.browser(), people[0] ?? citizen)
})
