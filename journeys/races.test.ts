import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../packages/identity/testing/database.ts'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { addCitizen, addProgram, type TestClient } from '../packages/identity/testing/people.ts'
import {
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  newIdempotencyKey,
  obtainCode,
  refresh,
  refreshWithKey,
  type TokenReply,
} from '../packages/identity/testing/program-flow.ts'
import type { TestService } from '../packages/identity/testing/test-service.ts'
import { type IdentityProcess, startIdentity } from './kit/identity-process.ts'
import { retryOn503, unless503 } from './kit/retry-on-503.ts'

/** Two processes on one database, as behind a load balancer, with one public address and one key. */
let database: TestDatabase
let one: IdentityProcess
let other: IdentityProcess
let program: TestClient

const RACERS = 30

beforeAll(async () => {
  database = await createTestDatabase()
  const baseUrl = `http://localhost:${await freePort()}`
  const start = () => startIdentity({ databaseUrl: database.url, environment: { PORTICO_BASE_URL: baseUrl } })
  ;[one, other] = await Promise.all([start(), start()])
  program = await addProgram(one.service)
})

afterAll(async () => {
  await Promise.all([one?.close(), other?.close()])
  await database?.drop()
})

/** Sends the same request this many times in parallel, alternately to the two processes. */
function race<Value>(run: (service: TestService) => Promise<Value>): Promise<Value[]> {
  const places = Array.from({ length: RACERS }, (_, index) => (index % 2 === 0 ? one : other))
  return Promise.all(places.map(({ service }) => run(service)))
}

/** A race with its own citizens. If a process paused and answered 503, the race shows nothing and is repeated. */
function contest(name: string, hold: () => Promise<void>): void {
  test(name, async () => {
    expect(await retryOn503(async () => hold().then(() => 'held'))).toBe('held')
  })
}

function winnersOf(replies: readonly TokenReply[]): readonly TokenReply[] {
  const losers = replies.filter((reply) => unless503(reply).status !== 200)
  for (const { status, body } of losers) expect([status, body.error]).toEqual([400, 'invalid_grant'])
  return replies.filter(({ status }) => status === 200)
}

/** The refresh tokens of a citizen that are still valid. */
async function liveRefreshTokens(citizenId: string): Promise<number> {
  const [row] = await database.db.query<{ count: number }>`
    select count(*)::int as count
      from grants where citizen_id = ${citizenId} and refresh_hash is not null and ended_at is null`
  return row?.count ?? 0
}

// proves: contract-3-code-once, threat-replay
contest(
  'one code redeemed by thirty at once at two processes has one winner, and the replays end what it gave (contract 3, RFC 6749 §4.1.2)',
  async () => {
    const citizen = await addCitizen(one.service)
    const { browser } = await enterProgram(one.service, program, citizen)
    const attempt = newAttempt(program)
    const code = await obtainCode(browser, attempt)
    const [winner, ...others] = winnersOf(
      await race((service) => exchange(service, program, { ...attempt, code })),
    )
    expect(others).toEqual([])
    expect(await introspect(other.service, program, winner?.body.access_token ?? '')).toEqual({
      active: false,
    })
    const refreshed = await refresh(other.service, program, winner?.body.refresh_token ?? '')
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant'])
    expect(await liveRefreshTokens(citizen.citizenId), 'the other entry of the citizen is untouched').toBe(1)
  },
)

contest(
  'one code redeemed by thirty with wrong verifiers is nobody’s, and burnt at both processes (RFC 7636 §4.6)',
  async () => {
    const citizen = await addCitizen(one.service)
    const { browser } = await enterProgram(one.service, program, citizen)
    const attempt = newAttempt(program)
    const code = await obtainCode(browser, attempt)
    const wrong = { code, verifier: newAttempt(program).verifier }
    expect(winnersOf(await race((service) => exchange(service, program, wrong)))).toEqual([])
    const late = await exchange(other.service, program, { ...attempt, code })
    expect([late.status, late.body.error]).toEqual([400, 'invalid_grant'])
  },
)

// proves: contract-3-refresh-rotates, threat-replay
contest(
  'one refresh token rotated by thirty at once at two processes has one winner, whose tokens live (contract 3)',
  async () => {
    const citizen = await addCitizen(one.service)
    const { tokens } = await enterProgram(one.service, program, citizen)
    const [winner, ...others] = winnersOf(
      await race((service) => refresh(service, program, tokens.refresh_token)),
    )
    expect(others).toEqual([])
    expect(await liveRefreshTokens(citizen.citizenId)).toBe(1)
    expect(await introspect(one.service, program, winner?.body.access_token ?? '')).toMatchObject({
      active: true,
    })
    const next = await refresh(other.service, program, winner?.body.refresh_token ?? '')
    expect(next.status).toBe(200)
  },
)

// proves: design-7.33-one-rotation
contest(
  'one refresh sent by thirty at once to two processes with one key is one rotation, told to all (design 7.33)',
  async () => {
    const citizen = await addCitizen(one.service)
    const { tokens } = await enterProgram(one.service, program, citizen)
    const asked = { token: tokens.refresh_token, key: newIdempotencyKey() }
    const told = winnersOf(await race((service) => refreshWithKey(service, program, asked)))
    expect(told).toHaveLength(RACERS)
    expect(new Set(told.map(({ body }) => body.refresh_token)).size).toBe(1)
    expect(await liveRefreshTokens(citizen.citizenId)).toBe(1)
    const next = await refresh(other.service, program, told[0]?.body.refresh_token ?? '')
    expect(next.status).toBe(200)
  },
)

// proves: rfc7009-2.1-at-once, threat-revoked-token-lives
contest(
  'rotations that race a revocation leave nothing alive once the revocation has answered (RFC 7009 §2.1)',
  async () => {
    const citizen = await addCitizen(one.service)
    const { tokens } = await enterProgram(one.service, program, citizen)
    const revoked = fetch(`${one.baseUrl}/o/revoke/`, {
      method: 'POST',
      headers: { authorization: program.basic },
      body: new URLSearchParams({ token: tokens.refresh_token }),
    })
    const replies = await race((service) => refresh(service, program, tokens.refresh_token))
    expect((await revoked).status).toBe(200)
    expect(winnersOf(replies).length).toBeLessThanOrEqual(1)
    expect(await liveRefreshTokens(citizen.citizenId)).toBe(0)
    for (const { body } of [...winnersOf(replies), { body: tokens }])
      expect(await introspect(other.service, program, body.access_token)).toEqual({ active: false })
  },
)

contest(
  'a sign-out that races code exchanges and rotations leaves nothing alive (contract 3, 5.5)',
  async () => {
    const citizen = await addCitizen(one.service)
    const { browser, tokens } = await enterProgram(one.service, program, citizen)
    const codes = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const attempt = newAttempt(program)
        return { ...attempt, code: await obtainCode(browser, attempt) }
      }),
    )
    const form = await browser.get('/logout/')
    const [left, ...replies] = await Promise.all([
      browser.submit(form, {}, { button: 'Sign out' }),
      refresh(other.service, program, tokens.refresh_token),
      ...codes.map((code, index) => exchange((index % 2 ? one : other).service, program, code)),
    ])
    expect(left.status).toBe(200)
    for (const { body } of [...winnersOf(replies), { body: tokens }]) {
      expect(await introspect(other.service, program, body.access_token)).toEqual({ active: false })
      expect((await refresh(one.service, program, body.refresh_token)).status).toBe(400)
    }
  },
)

// proves: design-7.9-exact-limits
contest('a limit is exact when requests for it race at two processes (contract 8)', async () => {
  const allowance = 7
  const limited = await addProgram(one.service, { tokenLimitPerMinute: allowance })
  const replies = await race(async (service) => unless503(await refresh(service, limited, 'not a token')))
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(allowance)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(RACERS - allowance)
})
