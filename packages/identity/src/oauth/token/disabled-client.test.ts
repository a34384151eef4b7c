import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, type TestClient } from '../../../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  newIdempotencyKey,
  obtainCode,
  refresh,
  refreshWithKey,
  type TokenReply,
} from '../../../testing/program-flow.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { disableClient, enableClient } from '../../clients/index.ts'

let one: TestService
/** Another process on the same database, which remembers the programs as they were. */
let two: TestService

beforeAll(async () => {
  one = await startTestService()
  const environment = { PORTICO_BASE_URL: one.baseUrl }
  const other = await startTestService({ database: one.database, clock: one.clock, environment })
  const address = other.service.server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The second service does not listen')
  two = { ...other, baseUrl: `http://localhost:${address.port}` }
})
afterAll(async () => {
  await two.close()
  await one.close()
})

async function disableAndEnable({ clientId }: TestClient): Promise<void> {
  await disableClient(one.foundation, clientId)
  await enableClient(one.foundation, clientId)
}

async function userinfo(service: TestService, token: string): Promise<number> {
  const answer = await fetch(`${service.baseUrl}/o/userinfo/`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.status
}

/** What is alive of these tokens, at both processes; a refresh token that is alive is spent by this. */
async function alive(program: TestClient, tokens: TokenReply['body']): Promise<readonly string[]> {
  const found: string[] = []
  for (const service of [two, one]) {
    if ((await introspect(service, program, tokens.access_token))['active']) found.push('introspection')
    if ((await userinfo(service, tokens.access_token)) === 200) found.push('userinfo')
    const { status, body } = await refresh(service, program, tokens.refresh_token)
    if (status === 200) found.push('refresh')
    else expect([status, body.error]).toEqual([400, 'invalid_grant'])
  }
  return found
}

describe('disabling a client ends all that it was given, and enabling revives nothing of it (design 36)', () => {
  // proves: design-7.36-disable-ends-all, threat-disabled-client-revived
  test('access and refresh tokens', async () => {
    const program = await addProgram(one)
    const { tokens } = await enterProgram(one, program, await addCitizen(one))
    expect(await introspect(two, program, tokens.access_token)).toMatchObject({ active: true })
    await disableAndEnable(program)
    expect(await alive(program, tokens)).toEqual([])
  })

  // proves: design-7.36-disable-ends-all
  test('a code that was on its way', async () => {
    const program = await addProgram(one)
    const { browser } = await enterProgram(one, program, await addCitizen(one))
    const attempt = newAttempt(program)
    const code = await obtainCode(browser, attempt)
    await disableAndEnable(program)
    for (const service of [two, one]) {
      const { status, body } = await exchange(service, program, { ...attempt, code })
      expect([status, body.error]).toEqual([400, 'invalid_grant'])
    }
  })

  // proves: threat-disabled-client-revived
  test('a refresh that is repeated with its Idempotency-Key (design 33)', async () => {
    const program = await addProgram(one)
    const { tokens } = await enterProgram(one, program, await addCitizen(one))
    const asked = { token: tokens.refresh_token, key: newIdempotencyKey() }
    const { body } = await refreshWithKey(one, program, asked)
    await disableAndEnable(program)
    for (const service of [two, one]) {
      const again = await refreshWithKey(service, program, asked)
      expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    }
    expect(await alive(program, body)).toEqual([])
  })

  // proves: design-7.36-disable-ends-all
  test('the page that asks the citizen, whatever is pressed', async () => {
    for (const button of ['Continue', 'Cancel', 'Use another account']) {
      const program = await addProgram(one)
      const browser = one.browser()
      await signIn(browser, await addCitizen(one))
      const page = await browser.get(authorizeAddress(newAttempt(program)))
      await disableAndEnable(program)
      const answer = await browser.submit(page, {}, { button, follow: false })
      expect([button, answer.status, answer.location]).toEqual([button, 400, undefined])
    }
  })

  // proves: threat-disabled-client-revived
  test('a request that waits while its citizen signs in', async () => {
    const program = await addProgram(one, { confirmation: 'skip-first-time' })
    const citizen = await addCitizen(one)
    const browser = one.browser()
    const page = await browser.get(authorizeAddress(newAttempt(program)))
    await disableAndEnable(program)
    const answer = await browser.submit(page, {
      email: citizen.email,
      password: 'plain otter lantern canal',
    })
    expect([answer.status, answer.location]).toEqual([400, undefined])
  })

  test('what was given under the previous release, which only noted that the client is disabled', async () => {
    const program = await addProgram(one)
    const { tokens } = await enterProgram(one, program, await addCitizen(one))
    await one.database.db.query`
      update clients set disabled_at = to_timestamp(${one.clock.now()}), revision = revision + 1
       where client_id = ${program.clientId}`
    await enableClient(one.foundation, program.clientId)
    expect(await alive(program, tokens)).toEqual([])
  })

  test('what is given afterwards lives, and what other clients hold never dies', async () => {
    const [program, other] = [await addProgram(one), await addProgram(one)]
    const citizen = await addCitizen(one)
    const { browser } = await enterProgram(one, program, citizen)
    const elsewhere = await enterProgram(one, other, browser)
    await disableAndEnable(program)
    const again = await enterProgram(one, program, browser)
    expect(await alive(program, again.tokens)).toEqual([
      'introspection',
      'userinfo',
      'refresh',
      'introspection',
      'userinfo',
    ])
    expect((await alive(other, elsewhere.tokens)).length).toBeGreaterThan(0)
  })
})

test('the citizens sign in to it as before, and what they allowed it stays (design 36)', async () => {
  const program = await addProgram(one)
  const citizen = await addCitizen(one)
  const { browser } = await enterProgram(one, program, citizen)
  await disableAndEnable(program)
  const answer = await browser.get(authorizeAddress(newAttempt(program)), { follow: false })
  expect([answer.status, callbackParameters(answer).has('code')]).toEqual([302, true])
})

/** Codes that a client was given, each for a citizen of its own. */
function obtainCodes(program: TestClient) {
  return Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const browser = one.browser()
      await signIn(browser, await addCitizen(one))
      const attempt = newAttempt(program)
      return { ...attempt, code: await obtainCode(browser, attempt) }
    }),
  )
}

/** Asks for a code without a page; nothing where none is given. */
async function askForCode(browser: TestBrowser, program: TestClient) {
  const attempt = newAttempt(program)
  const answer = await browser.get(authorizeAddress(attempt), { follow: false })
  if (answer.status !== 302) return undefined
  return { ...attempt, code: callbackParameters(answer).get('code') ?? '' }
}

async function enteredBrowsers(program: TestClient): Promise<readonly TestBrowser[]> {
  return Promise.all(
    Array.from(
      { length: AT_ONCE },
      async () => (await enterProgram(one, program, await addCitizen(one))).browser,
    ),
  )
}

/** Where the n-th request of a race goes. */
function placeOf(at: number): TestService {
  return at % 2 === 0 ? one : two
}

const ROUNDS = Array.from({ length: 8 }, (_, round) => round)
const AT_ONCE = 6

describe('whatever races the disabling', () => {
  // proves: design-7.36-disable-ends-all
  test.each(ROUNDS)(
    'exchanges of codes that were given before: no token of theirs lives (round %i)',
    async () => {
      const program = await addProgram(one, { confirmation: 'skip-first-time' })
      const codes = await obtainCodes(program)
      const exchanging = codes.map((attempt, at) => exchange(placeOf(at), program, attempt))
      const [answers] = await Promise.all([Promise.all(exchanging), disableAndEnable(program)])
      for (const { status, body } of answers) {
        expect([200, 400, 401]).toContain(status)
        if (status === 200) expect(await alive(program, body)).toEqual([])
      }
    },
  )

  // proves: threat-disabled-client-revived
  test.each(ROUNDS)(
    'rotations of refresh tokens that were given before: no token of theirs lives (round %i)',
    async () => {
      const program = await addProgram(one, { confirmation: 'skip-first-time' })
      const entered = await Promise.all(
        Array.from({ length: AT_ONCE }, async () => enterProgram(one, program, await addCitizen(one))),
      )
      const rotating = entered.map(({ tokens }, at) => refresh(placeOf(at), program, tokens.refresh_token))
      const [answers] = await Promise.all([Promise.all(rotating), disableAndEnable(program)])
      for (const [at, { status, body }] of answers.entries()) {
        const before = entered[at]?.tokens
        const latest = status === 200 ? body : before
        if (latest) expect(await alive(program, latest)).toEqual([])
        if (before) expect(await userinfo(one, before.access_token)).toBe(401)
      }
    },
  )

  // proves: threat-disabled-client-revived
  test.each(ROUNDS)(
    'codes that are issued at that moment: none works when it is enabled (round %i)',
    async () => {
      const program = await addProgram(one, { confirmation: 'skip-first-time' })
      const browsers = await enteredBrowsers(program)
      const [given] = await Promise.all([
        Promise.all(browsers.map((browser) => askForCode(browser, program))),
        disableClient(one.foundation, program.clientId),
      ])
      await enableClient(one.foundation, program.clientId)
      for (const attempt of given) {
        if (!attempt) continue
        const { status, body } = await exchange(two, program, attempt)
        expect([status, body.error]).toEqual([400, 'invalid_grant'])
      }
    },
  )

  test('codes that are given while the client is enabled again work, until it is disabled the next time', async () => {
    const program = await addProgram(one, { confirmation: 'skip-first-time' })
    const browsers = await enteredBrowsers(program)
    await disableClient(one.foundation, program.clientId)
    const [given] = await Promise.all([
      Promise.all(browsers.map((browser) => askForCode(browser, program))),
      enableClient(one.foundation, program.clientId),
    ])
    const answers = []
    for (const attempt of given) if (attempt) answers.push(await exchange(two, program, attempt))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    await disableAndEnable(program)
    for (const { body } of answers) expect(await alive(program, body)).toEqual([])
  })
})
