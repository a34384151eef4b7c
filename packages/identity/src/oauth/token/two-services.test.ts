import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endAllSessions } from '../../../testing/access-endings.ts'
import { addCitizen, addProgram, basic, signIn, type TestClient } from '../../../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  postForm,
  refresh,
  type TokenReply,
} from '../../../testing/program-flow.ts'
import { onPort, startTestService, type TestService } from '../../../testing/test-service.ts'
import { tokensThatOutlivedTheirGrant } from '../../../testing/tokens.ts'
import { disconnectClient } from '../../access/index.ts'
import { disconnectProgram } from '../../account-pages/disconnect-program.ts'
import {
  addClientSecret,
  disableClient,
  enableClient,
  findClientSecrets,
  removeClient,
  retireClientSecret,
} from '../../clients/index.ts'
import { plusSeconds } from '../../platform/clock.ts'

let one: TestService
let two: TestService
let program: TestClient

beforeAll(async () => {
  one = await startTestService()
  const environment = { PORTICO_BASE_URL: one.baseUrl }
  two = await startTestService({ database: one.database, clock: one.clock, environment })
  program = await addProgram(one)
})
afterAll(async () => {
  await two.close()
  await one.close()
})

/** The second service as programs reach it: it has the first one's public address and a port of its own. */
function throughTwo(): TestService {
  return onPort(two)
}

function taking30<Answer>(ask: (service: TestService) => Promise<Answer>): Promise<Answer[]> {
  const second = throughTwo()
  return Promise.all(Array.from({ length: 30 }, (_, index) => ask(index % 2 === 0 ? one : second)))
}

async function tokensOf(client = program) {
  return (await enterProgram(one, client, await addCitizen(one))).tokens
}

describe('two services race', () => {
  test('for one code: one of thirty wins (RFC 6749 section 4.1.2)', async () => {
    for (let round = 0; round < 3; round += 1) {
      const browser = one.browser()
      const who = await addCitizen(one)
      await signIn(browser, who)
      const attempt = newAttempt(program)
      const code = await obtainCode(browser, attempt)
      const answers = await taking30((service) => exchange(service, program, { ...attempt, code }))
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
      expect(answers.filter((answer) => answer.body.error === 'invalid_grant')).toHaveLength(29)
      const [made] = await one.database.db.query<{ grants: number; access: number }>`
        select (select count(*)::int from grants where citizen_id = ${who.citizenId}) as grants,
               (select count(*)::int from access_tokens where citizen_id = ${who.citizenId}) as access`
      // The replays ended what the winner got.
      expect(made).toEqual({ grants: 1, access: 0 })
    }
  })

  test('for one refresh token: one of thirty wins, and one living token is left', async () => {
    for (let round = 0; round < 3; round += 1) {
      const who = await addCitizen(one)
      const { tokens } = await enterProgram(one, program, who)
      const answers = await taking30((service) => refresh(service, program, tokens.refresh_token))
      const winners = answers.filter((answer) => answer.status === 200)
      expect(winners).toHaveLength(1)
      expect(answers.filter((answer) => answer.body.error === 'invalid_grant')).toHaveLength(29)
      const next = await refresh(throughTwo(), program, winners[0]?.body.refresh_token ?? '')
      expect(next.status).toBe(200)
    }
  })

  // proves: contract-4.1-refresh-serialized, design-7.17-serialized-per-grant, threat-replay
  test('for many refresh tokens at once: each grant has exactly one winner', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, () => tokensOf()))
    const answers = await Promise.all(
      many.map(async ({ refresh_token }) => {
        const both = await Promise.all(
          [one, throughTwo()].map((service) => refresh(service, program, refresh_token)),
        )
        return both.filter((answer) => answer.status === 200).length
      }),
    )
    expect(answers).toEqual(many.map(() => 1))
  })

  test('five wrong verifiers over both burn a code, and it is in the audit once', async () => {
    const browser = one.browser()
    const who = await addCitizen(one)
    await signIn(browser, who)
    const attempt = newAttempt(program)
    const code = await obtainCode(browser, attempt)
    await taking30((service) =>
      exchange(service, program, { ...attempt, code }, { code_verifier: 'y'.repeat(43) }),
    )
    expect((await exchange(one, program, { ...attempt, code })).body.error).toBe('invalid_grant')
    const events = await one.database.db.query`
      select 1 as one from audit_events where citizen_id = ${who.citizenId} and name = 'code-burned'`
    expect(events).toHaveLength(1)
  })
})

describe('what ends while it is used at the other service leaves nothing alive:', () => {
  const ROUNDS = 12

  async function expectNothingLives(answer: TokenReply) {
    if (answer.body.access_token)
      expect(await introspect(one, program, answer.body.access_token)).toEqual({ active: false })
    if (answer.body.refresh_token)
      expect((await refresh(one, program, answer.body.refresh_token)).body.error).toBe('invalid_grant')
    expect(await tokensThatOutlivedTheirGrant(one.database)).toEqual([])
  }

  // proves: threat-revoked-token-lives
  test('a session whose code is exchanged', async () => {
    const outcomes = new Set<number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const who = await addCitizen(one)
      const browser = one.browser()
      await signIn(browser, who)
      const attempt = newAttempt(program)
      const code = await obtainCode(browser, attempt)
      const [answer] = await Promise.all([
        exchange(throughTwo(), program, { ...attempt, code }),
        endAllSessions(one.foundation, who.citizenId),
      ])
      outcomes.add(answer.status)
      await expectNothingLives(answer)
    }
    for (const status of outcomes) expect([200, 400]).toContain(status)
  })

  // proves: threat-revoked-token-lives
  test.each([
    ['a session', (citizenId: string) => endAllSessions(one.foundation, citizenId)],
    [
      'a connection',
      (citizenId: string) =>
        one.database.db.transaction((tx) =>
          disconnectClient(tx, { citizenId, clientId: program.clientId, now: one.clock.now() }),
        ),
    ],
  ])('%s whose refresh tokens are rotated', async (_name, end) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const who = await addCitizen(one)
      const entries = [await enterProgram(one, program, who), await enterProgram(one, program, who)]
      const [answers] = await Promise.all([
        Promise.all(entries.map(({ tokens }) => refresh(throughTwo(), program, tokens.refresh_token))),
        end(who.citizenId),
      ])
      for (const answer of answers) {
        await expectNothingLives(answer)
      }
    }
  })

  // proves: threat-revoked-token-lives
  test('a connection that the citizen takes back while a code is exchanged', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const who = await addCitizen(one)
      const { browser } = await enterProgram(one, program, who)
      const attempt = newAttempt(program)
      const code = await obtainCode(browser, attempt)
      const origin = { actor: 'citizen', address: '127.0.0.1', requestId: 'race' } as const
      const [answer] = await Promise.all([
        exchange(throughTwo(), program, { ...attempt, code }),
        disconnectProgram(one.foundation, {
          citizenId: who.citizenId,
          clientId: program.clientId,
          origin,
        }),
      ])
      expect([200, 400]).toContain(answer.status)
      await expectNothingLives(answer)
    }
  })
})

describe('what one service does, the other sees at its next request', () => {
  // proves: rfc7662-4-not-from-memory
  test('a token revoked there is inactive here', async () => {
    const tokens = await tokensOf()
    const second = throughTwo()
    expect((await introspect(second, program, tokens.access_token))['active']).toBe(true)
    await postForm(one, '/o/revoke/', { token: tokens.access_token }, { authorization: program.basic })
    expect(await introspect(second, program, tokens.access_token)).toEqual({ active: false })
  })

  test('a session that ended there is over here, for introspection, refresh, userinfo and authorize', async () => {
    const who = await addCitizen(one)
    const { tokens, browser } = await enterProgram(one, program, who)
    const second = throughTwo()
    await endAllSessions(one.foundation, who.citizenId)
    expect(await introspect(second, program, tokens.access_token)).toEqual({ active: false })
    expect((await refresh(second, program, tokens.refresh_token)).body.error).toBe('invalid_grant')
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await fetch(`${second.baseUrl}/o/userinfo/`, { headers })).status).toBe(401)
    const address = second.baseUrl + authorizeAddress(newAttempt(program, { prompt: 'none' }))
    expect(callbackParameters(await browser.get(address, { follow: false })).get('error')).toBe(
      'login_required',
    )
  })

  // proves: contract-4.1-introspect-disconnected, design-9-command-seen-at-once, threat-client-secret
  test('a client disabled there is invalid_client here, at every endpoint, and comes back at once', async () => {
    const client = await addProgram(one, { name: 'Switched' })
    const tokens = await tokensOf(client)
    const second = throughTwo()
    const headers = { authorization: client.basic }
    const statuses = async () => [
      (await postForm(second, '/api/integrations/introspect/', { token: tokens.access_token }, headers))
        .status,
      (await postForm(second, '/api/integrations/introspect/', { token: 'garbage' }, headers)).status,
      (await postForm(second, '/o/revoke/', { token: 'garbage' }, headers)).status,
      (await refresh(second, client, 'garbage')).status,
      (
        await fetch(`${second.baseUrl}/o/userinfo/`, {
          headers: { authorization: `Bearer ${tokens.access_token}` },
        })
      ).status,
      (await second.browser().get(second.baseUrl + authorizeAddress(newAttempt(client)), { follow: false }))
        .status,
    ]
    expect(await statuses()).toEqual([200, 200, 200, 400, 200, 302])
    await disableClient(one.foundation, client.clientId)
    expect(await statuses()).toEqual([401, 401, 401, 401, 401, 400])
    await enableClient(one.foundation, client.clientId)
    // What it was given is over (design 36).
    expect(await statuses()).toEqual([200, 200, 200, 400, 401, 302])
    expect((await refresh(second, client, tokens.refresh_token)).status).toBe(400)
  })

  test('a client disabled there gets no token for a good code and no refresh here', async () => {
    const client = await addProgram(one, { name: 'Switched' })
    const { tokens, browser } = await enterProgram(throughTwo(), client, await addCitizen(one))
    const attempt = newAttempt(client)
    const code = await obtainCode(browser, attempt)
    await disableClient(one.foundation, client.clientId)
    expect((await exchange(throughTwo(), client, { ...attempt, code })).status).toBe(401)
    expect((await refresh(throughTwo(), client, tokens.refresh_token)).status).toBe(401)
  })

  test('a client removed there is unknown here', async () => {
    const client = await addProgram(one, { name: 'Gone' })
    const tokens = await tokensOf(client)
    const second = throughTwo()
    expect((await introspect(second, client, tokens.access_token))['active']).toBe(true)
    await removeClient(one.foundation, client.clientId)
    expect((await refresh(second, client, tokens.refresh_token)).status).toBe(401)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await fetch(`${second.baseUrl}/o/userinfo/`, { headers })).status).toBe(401)
  })

  // proves: design-9-command-seen-at-once, threat-client-secret
  test('a secret retired there is refused here, its sister goes on, and the grants too', async () => {
    const client = await addProgram(one, { name: 'Changing Over' })
    const tokens = await tokensOf(client)
    const second = throughTwo()
    const [old] = await findClientSecrets(one.foundation.db, client.clientId)
    const added = await addClientSecret(one.foundation, client.clientId, { label: 'new', expiresAt: null })
    if (!added.ok || !old) throw new Error('No second secret')
    const renewed = { ...client, basic: basic(client.clientId, added.value.clientSecret.reveal()) }
    for (const each of [client, renewed])
      expect((await introspect(second, each, tokens.access_token))['active']).toBe(true)
    await retireClientSecret(one.foundation, { clientId: client.clientId, secretId: old.secretId })
    expect((await refresh(second, client, tokens.refresh_token)).status).toBe(401)
    expect((await refresh(second, client, 'garbage')).status).toBe(401)
    expect((await refresh(second, renewed, tokens.refresh_token)).status).toBe(200)
  })

  test('a secret that expires is refused from that second on, everywhere', async () => {
    const client = await addProgram(one, { name: 'Short' })
    const expiresAt = plusSeconds(one.clock.now(), 100)
    const added = await addClientSecret(one.foundation, client.clientId, { label: '', expiresAt })
    if (!added.ok) throw new Error('No secret')
    const short = { ...client, basic: basic(client.clientId, added.value.clientSecret.reveal()) }
    const statuses = async () =>
      Promise.all(
        [one, throughTwo()].map(async (service) => (await refresh(service, short, 'garbage')).status),
      )
    expect(await statuses()).toEqual([400, 400])
    one.clock.advance(99)
    expect(await statuses()).toEqual([400, 400])
    one.clock.advance(1)
    expect(await statuses()).toEqual([401, 401])
    expect((await refresh(one, client, 'garbage')).status).toBe(400)
  })
})
