import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCESS_ENDINGS } from '../../../testing/access-endings.ts'
import { addCitizen, addProgram, basic, TEST_PASSWORD, type TestClient } from '../../../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  type Entered,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  postForm,
  refresh,
  type TokenReply,
} from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { unknownRefreshToken } from '../../../testing/tokens.ts'
import { mintRefreshToken, readRefreshToken } from '../../access/refresh-token.ts'
import type { Citizen } from '../../citizens/index.ts'
import { disableClient, enableClient, updateClient } from '../../clients/index.ts'
import { sha256 } from '../../platform/secret.ts'
import { systemRandom } from '../../platform/system-random.ts'

const DAY_SECONDS = 24 * 60 * 60

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

async function entered(changes: Readonly<Record<string, string>> = {}): Promise<Entered & { who: Citizen }> {
  const who = await addCitizen(service)
  return { ...(await enterProgram(service, program, who, changes)), who }
}

function expectRefused(answer: TokenReply, error = 'invalid_grant'): void {
  expect([answer.status, answer.body.error]).toEqual([400, error])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
}

async function isActive(token: string): Promise<unknown> {
  return (await introspect(service, program, token))['active']
}

/** Whether a grant still holds this refresh token as its living one. */
async function isLiving(token: string): Promise<boolean> {
  const held = await service.database.db.query`select 1 from grants where refresh_hash = ${sha256(token)}`
  return held.length === 1
}

async function eventsOf(who: Citizen): Promise<readonly string[]> {
  const events = await service.database.db.query<{ name: string }>`
    select name from audit_events where citizen_id = ${who.citizenId} order by at, event_id`
  return events.map(({ name }) => name)
}

// proves: design-7.18-no-id-token, core-12.2-no-id-token
test('a refresh token gives new tokens and no ID token (contract 3, RFC 6749 section 6)', async () => {
  const { tokens } = await entered()
  const answer = await refresh(service, program, tokens.refresh_token)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('pragma')).toBe('no-cache')
  expect(answer.body).toEqual({
    access_token: expect.stringMatching(/^pat_[A-Za-z0-9_-]{64}$/),
    token_type: 'Bearer',
    expires_in: 900,
    refresh_token: expect.stringMatching(/^prt_[A-Za-z0-9_-]{80}$/),
    scope: 'openid profile email offline_access',
  })
  expect(answer.body.refresh_token).not.toBe(tokens.refresh_token)
  expect(await isActive(answer.body.access_token)).toBe(true)
  expect(await isActive(tokens.access_token)).toBe(true)
})

test('the chain goes on, one living refresh token at a time', async () => {
  const { tokens } = await entered()
  let token = tokens.refresh_token
  for (let time = 0; time < 5; time += 1) {
    service.clock.advance(600)
    const answer = await refresh(service, program, token)
    expect(answer.status).toBe(200)
    expect([await isLiving(token), await isLiving(answer.body.refresh_token)]).toEqual([false, true])
    token = answer.body.refresh_token
  }
})

describe('a refresh token that comes again (RFC 9700 section 4.14.2)', () => {
  // proves: design-7.17-reuse-ten-seconds
  test('within ten seconds is refused and does no harm', async () => {
    const { tokens, who } = await entered()
    const next = await refresh(service, program, tokens.refresh_token)
    service.clock.advance(9)
    expectRefused(await refresh(service, program, tokens.refresh_token))
    expect(await isActive(next.body.access_token)).toBe(true)
    expect((await refresh(service, program, next.body.refresh_token)).status).toBe(200)
    expect(await eventsOf(who)).not.toContain('refresh-token-reused')
  })

  // proves: design-7.17-reuse-ten-seconds, rfc6749-10.4-refresh-token-abuse, rfc9700-4.14.2-refresh-replay
  // proves: threat-grant-ended-or-kept
  test('ten seconds later ends the grant with all its tokens, and is in the audit once', async () => {
    const { tokens, who } = await entered()
    const next = await refresh(service, program, tokens.refresh_token)
    service.clock.advance(10)
    expectRefused(await refresh(service, program, tokens.refresh_token))
    expect(await isActive(tokens.access_token)).toBe(false)
    expect(await isActive(next.body.access_token)).toBe(false)
    expectRefused(await refresh(service, program, next.body.refresh_token))
    expectRefused(await refresh(service, program, tokens.refresh_token))
    expect((await eventsOf(who)).filter((name) => name === 'refresh-token-reused')).toHaveLength(1)
  })

  // proves: design-7.17-serialized-per-grant, threat-grant-ended-or-kept
  test('ends no other grant: not at another program, not in another browser', async () => {
    const { tokens, browser, who } = await entered()
    const other = await addProgram(service, { name: 'Other' })
    const elsewhere = await enterProgram(service, other, browser)
    const twin = await enterProgram(service, program, who)
    await refresh(service, program, tokens.refresh_token)
    service.clock.advance(11)
    expectRefused(await refresh(service, program, tokens.refresh_token))
    expect((await refresh(service, other, elsewhere.tokens.refresh_token)).status).toBe(200)
    expect((await refresh(service, program, twin.tokens.refresh_token)).status).toBe(200)
  })

  // proves: rfc6749-10.4-refresh-token-abuse, threat-grant-ended-or-kept
  test('from another client ends nothing and is not in the audit', async () => {
    const { tokens, who } = await entered()
    const other = await addProgram(service, { name: 'Other' })
    const next = await refresh(service, program, tokens.refresh_token)
    service.clock.advance(11)
    expectRefused(await refresh(service, other, tokens.refresh_token))
    expect(await isActive(next.body.access_token)).toBe(true)
    expect(await eventsOf(who)).not.toContain('refresh-token-reused')
  })

  test('within ten seconds of its own rotation does no harm, though the next one was rotated too', async () => {
    const { tokens } = await entered()
    const second = await refresh(service, program, tokens.refresh_token)
    service.clock.advance(5)
    const third = await refresh(service, program, second.body.refresh_token)
    service.clock.advance(4)
    expectRefused(await refresh(service, program, tokens.refresh_token))
    expectRefused(await refresh(service, program, second.body.refresh_token))
    expect(await isActive(third.body.access_token)).toBe(true)
    service.clock.advance(1)
    expectRefused(await refresh(service, program, tokens.refresh_token))
    expect(await isActive(third.body.access_token)).toBe(false)
  })

  test('within ten seconds does no harm, though the access token that it was spent for is revoked by now', async () => {
    const { tokens } = await entered()
    const next = await refresh(service, program, tokens.refresh_token)
    const headers = { authorization: program.basic }
    await postForm(service, '/o/revoke/', { token: next.body.access_token }, headers)
    expect(await isActive(next.body.access_token)).toBe(false)
    expectRefused(await refresh(service, program, tokens.refresh_token))
    expect((await refresh(service, program, next.body.refresh_token)).status).toBe(200)
  })

  // proves: threat-grant-ended-or-kept
  test('is known for what it is after days, and however often its successors were rotated meanwhile', async () => {
    const { tokens, who } = await entered()
    let token = tokens.refresh_token
    for (let day = 0; day < 6; day += 1) {
      token = (await refresh(service, program, token)).body.refresh_token
      service.clock.advance(DAY_SECONDS)
    }
    token = (await refresh(service, program, token)).body.refresh_token
    expectRefused(await refresh(service, program, tokens.refresh_token))
    expectRefused(await refresh(service, program, token))
    expect((await eventsOf(who)).filter((name) => name === 'refresh-token-reused')).toHaveLength(1)
  })

  test('ends its grant even where it was made up: nobody but a bearer of one can name the grant', async () => {
    const { tokens } = await entered()
    const named = readRefreshToken(tokens.refresh_token)
    if (!named) throw new Error('The refresh token cannot be read')
    const other = await addProgram(service, { name: 'Other' })
    const madeUp = mintRefreshToken(systemRandom, named).value.reveal()
    expectRefused(await refresh(service, other, madeUp))
    expect(await isActive(tokens.access_token)).toBe(true)
    expectRefused(await refresh(service, program, madeUp))
    expect(await isActive(tokens.access_token)).toBe(false)
  })

  // proves: contract-4.1-refresh-serialized, design-7.17-one-winner
  test('of thirty at once, one wins, and what it got lives', async () => {
    const { tokens } = await entered()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => refresh(service, program, tokens.refresh_token)),
    )
    const winners = answers.filter((answer) => answer.status === 200)
    expect(winners).toHaveLength(1)
    expect(answers.filter((answer) => answer.body.error === 'invalid_grant')).toHaveLength(29)
    expect(await isActive(winners[0]?.body.access_token ?? '')).toBe(true)
    expect((await refresh(service, program, winners[0]?.body.refresh_token ?? '')).status).toBe(200)
  })
})

describe('a refresh token is refused', () => {
  test.each([
    ['nothing', ''],
    ['garbage', 'garbage'],
    ['one that nobody has', unknownRefreshToken()],
    ['one of another length', `prt_${'A'.repeat(64)}`],
    ['a very long one', `prt_${'A'.repeat(6000)}`],
    ['a NUL', 'prt_\0'],
  ])('that is %s', async (_name, token) => {
    const answer = await refresh(service, program, token)
    expect([answer.status, ['invalid_grant', 'invalid_request'].includes(answer.body.error)]).toEqual([
      400,
      true,
    ])
  })

  // proves: threat-token-confusion
  test('that is a code, an access token or an ID token', async () => {
    const { code, tokens } = await entered()
    for (const token of [code, tokens.access_token, tokens.id_token]) {
      expectRefused(await refresh(service, program, token))
    }
    const [, body = ''] = tokens.access_token.split('_', 2)
    expectRefused(await refresh(service, program, `prt_${body}`))
  })

  // proves: threat-grant-ended-or-kept
  test('with a letter changed, cut, lengthened, or in other case', async () => {
    const { tokens } = await entered()
    const token = tokens.refresh_token
    const last = token.endsWith('A') ? 'B' : 'A'
    for (const bent of [
      token.slice(0, -1) + last,
      token.slice(0, -1),
      `${token}A`,
      ` ${token}`,
      `${token}\n`,
      `${token}=`,
      token.toUpperCase(),
    ]) {
      expectRefused(await refresh(service, program, bent))
    }
    expect((await refresh(service, program, token)).status).toBe(200)
  })

  // proves: rfc6749-6-refresh-bound, rfc9700-2.2.2-refresh-bound-rotates, core-12.1-refresh-bound
  test('to another client, and stays good for its own', async () => {
    const { tokens } = await entered()
    const other = await addProgram(service, { name: 'Other' })
    expectRefused(await refresh(service, other, tokens.refresh_token))
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
  })

  // proves: rfc6749-3.2-no-repeats
  test('when it is repeated in the form (RFC 6749 section 3.2)', async () => {
    const { tokens } = await entered()
    const form = `grant_type=refresh_token&refresh_token=${tokens.refresh_token}&refresh_token=${tokens.refresh_token}`
    expectRefused(
      await postForm(service, '/o/token/', form, { authorization: program.basic }),
      'invalid_request',
    )
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
  })

  // proves: rfc6749-3.2-not-in-address
  test('when it comes in the address', async () => {
    const { tokens } = await entered()
    const address = `/o/token/?grant_type=refresh_token&refresh_token=${tokens.refresh_token}`
    expectRefused(await postForm(service, address, '', { authorization: program.basic }), 'invalid_request')
  })

  // proves: contract-3-endings-reach-programs
  test.each<(typeof ACCESS_ENDINGS)[number]>([
    ...ACCESS_ENDINGS,
    [
      'the grant ended',
      ({ who }) =>
        service.database.db.query`
          update grants set ended_at = created_at, end_cause = 'disconnected' where citizen_id = ${who.citizenId}`,
    ],
  ])('when %s, and is not spent by it (contract 3)', async (_name, happen) => {
    const { tokens, who } = await entered()
    await happen({ service, program, who })
    expectRefused(await refresh(service, program, tokens.refresh_token))
    expect(await isLiving(tokens.refresh_token)).toBe(true)
    expect(await eventsOf(who)).not.toContain('refresh-token-reused')
  })
})

describe('the scope (RFC 6749 section 6)', () => {
  // proves: rfc6749-6-new-token-same-scope
  test('may be narrowed for the access token; the next refresh has all of it again', async () => {
    const { tokens } = await entered()
    const narrow = await refresh(service, program, tokens.refresh_token, { scope: 'openid email' })
    expect(narrow.body.scope).toBe('openid email')
    expect((await introspect(service, program, narrow.body.access_token))['scope']).toBe('openid email')
    const wide = await refresh(service, program, narrow.body.refresh_token)
    expect(wide.body.scope).toBe('openid profile email offline_access')
  })

  test.each(['openid address', 'admin', 'openid profile email offline_access phone', 'OPENID'])(
    'never widens: "%s" is invalid_scope and spends nothing',
    async (scope) => {
      const { tokens } = await entered({ scope: 'openid profile email offline_access' })
      expectRefused(await refresh(service, program, tokens.refresh_token, { scope }), 'invalid_scope')
      expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
    },
  )

  // proves: rfc6749-6-scope-not-wider
  test('is what was granted, not what the client may ask for', async () => {
    const { tokens } = await entered({ scope: 'openid offline_access' })
    expectRefused(
      await refresh(service, program, tokens.refresh_token, { scope: 'openid email' }),
      'invalid_scope',
    )
  })
})

describe('fourteen days (contract 8)', () => {
  // proves: contract-4.1-token-400-expired, contract-5.2-14-days, contract-8-14-days, rfc9700-4.14.2-refresh-replay
  test('after the sign-in a refresh token is over, however often it was rotated', async () => {
    const { tokens } = await entered()
    service.clock.advance(14 * DAY_SECONDS - 1)
    const last = await refresh(service, program, tokens.refresh_token)
    expect(last.status).toBe(200)
    service.clock.advance(1)
    expectRefused(await refresh(service, program, last.body.refresh_token))
    expect(await isActive(last.body.access_token)).toBe(false)
  })

  // proves: contract-5.2-14-days, design-7.18-14-days-from-sign-in
  test('count from the sign-in, not from the entry', async () => {
    const { browser } = await entered()
    service.clock.advance(13 * DAY_SECONDS)
    const late = await enterProgram(service, program, browser)
    service.clock.advance(DAY_SECONDS - 1)
    const next = await refresh(service, program, late.tokens.refresh_token)
    expect(next.status).toBe(200)
    service.clock.advance(1)
    expectRefused(await refresh(service, program, next.body.refresh_token))
  })

  // proves: design-7.18-14-days-from-sign-in
  test('are not prolonged by signing in again: only what is entered afterwards is', async () => {
    const { browser, tokens, who } = await entered()
    service.clock.advance(10 * DAY_SECONDS)
    const attempt = newAttempt(program, { prompt: 'login' })
    const form = await browser.get(authorizeAddress(attempt))
    const answer = await browser.submit(form, { email: who.email, password: TEST_PASSWORD })
    const renewed = await exchange(service, program, {
      ...attempt,
      code: callbackParameters(answer).get('code') ?? '',
    })
    service.clock.advance(4 * DAY_SECONDS)
    expectRefused(await refresh(service, program, tokens.refresh_token))
    expect((await refresh(service, program, renewed.body.refresh_token)).status).toBe(200)
  })
})

describe('the client', () => {
  test.each(['its own', 'garbage', 'none', 'no grant_type', 'a code'])(
    'that is disabled is invalid_client at its next request, with %s, and has nothing of before when enabled (design 36)',
    async (kind) => {
      const { tokens } = await entered()
      const forms: Record<string, Record<string, string>> = {
        'its own': { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
        garbage: { grant_type: 'refresh_token', refresh_token: 'garbage' },
        none: { grant_type: 'refresh_token' },
        'no grant_type': {},
        'a code': {
          grant_type: 'authorization_code',
          code: 'garbage',
          redirect_uri: program.redirectUri,
          code_verifier: 'x'.repeat(43),
        },
      }
      await disableClient(service.foundation, program.clientId)
      const answer = await postForm(service, '/o/token/', forms[kind] ?? {}, { authorization: program.basic })
      await enableClient(service.foundation, program.clientId)
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
      const { status, body } = await refresh(service, program, tokens.refresh_token)
      expect([status, body.error]).toEqual([400, 'invalid_grant'])
    },
  )

  test('may change while its tokens live', async () => {
    const { tokens } = await entered()
    await updateClient(service.foundation, program.clientId, { name: 'Parking Permits 2' })
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
  })

  // proves: rfc6749-6-refresh-bound, core-12.1-refresh-bound
  test('with a wrong secret spends nothing', async () => {
    const { tokens } = await entered()
    const wrong = { ...program, basic: basic(program.clientId, `${program.secret}x`) }
    const answer = await refresh(service, wrong, tokens.refresh_token)
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
  })
})

// proves: design-7.19-offline-access-only, core-11-offline-access
test('without offline_access there is no refresh token at all (OpenID Connect Core section 11)', async () => {
  const { tokens, who } = await entered({ scope: 'openid email' })
  expect(tokens).not.toHaveProperty('refresh_token')
  expect(
    await service.database.db.query`
    select 1 from grants where citizen_id = ${who.citizenId} and refresh_hash is not null`,
  ).toEqual([])
})

// proves: rfc6749-10.3-access-tokens-hashed, threat-stored-secrets
test('no token lies in a table as it is', async () => {
  const { code, tokens, who } = await entered()
  const rows = await service.database.db.query<{ row: string }>`
    select row_to_json(t)::text as row from access_tokens t where citizen_id = ${who.citizenId}
    union all select row_to_json(g)::text from grants g where citizen_id = ${who.citizenId}
    union all select row_to_json(k)::text from authorization_codes k where citizen_id = ${who.citizenId}
    union all select row_to_json(e)::text from audit_events e where citizen_id = ${who.citizenId}`
  const all = rows.map(({ row }) => row).join('\n')
  for (const secret of [code, tokens.access_token, tokens.refresh_token]) {
    const body = secret.slice(4)
    expect(all).not.toContain(body.slice(22))
    expect(all).not.toContain(Buffer.from(body, 'base64url').subarray(16).toString('hex'))
  }
})
