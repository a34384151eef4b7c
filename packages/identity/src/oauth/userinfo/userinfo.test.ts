import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCESS_ENDINGS } from '../../../testing/access-endings.ts'
import { addCitizen, addProgram, type TestClient } from '../../../testing/people.ts'
import { enterProgram, postForm, refresh } from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { disableClient, enableClient } from '../../clients/index.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

async function entered(scope = 'openid profile email offline_access') {
  const who = await addCitizen(service)
  return { who, ...(await enterProgram(service, program, who, { scope })) }
}

function read(authorization: string | undefined, init: RequestInit = {}, more = ''): Promise<Response> {
  const headers = authorization === undefined ? {} : { authorization }
  return fetch(`${service.baseUrl}/o/userinfo/${more}`, { ...init, headers: { ...headers, ...init.headers } })
}

async function expectRefused(answer: Response): Promise<void> {
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="portico", error="invalid_token"/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toMatchObject({ error: 'invalid_token' })
}

async function sidOf(idToken: string): Promise<string> {
  return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()).sid
}

describe('a living token (contract 2.11)', () => {
  test.each([
    ['openid', []],
    ['openid profile', ['name']],
    ['openid email', ['email', 'email_verified']],
    ['openid profile email offline_access', ['name', 'email', 'email_verified']],
  ])('of the scope "%s" gives sub, sid, security_version and %o', async (scope, claims) => {
    const { who, tokens } = await entered(scope)
    const answer = await read(`Bearer ${tokens.access_token}`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const body = (await answer.json()) as Record<string, unknown>
    expect(Object.keys(body).sort()).toEqual(['sub', 'sid', 'security_version', ...claims].sort())
    expect(body['sub']).toBe(who.subject)
    expect(body['sid']).toBe(await sidOf(tokens.id_token))
    expect(body['security_version']).toBe(1)
    if (claims.includes('name')) expect(body['name']).toBe(who.fullName)
    if (claims.includes('email')) expect([body['email'], body['email_verified']]).toEqual([who.email, true])
  })

  // proves: contract-2.11-userinfo-claims, rfc6749-10.3-access-tokens-hashed, rfc9700-2.3-least-privilege
  // proves: core-5.4-profile-and-email
  test('that was narrowed gives no more than its own scope', async () => {
    const { tokens } = await entered()
    const narrow = await refresh(service, program, tokens.refresh_token, { scope: 'openid' })
    const body = (await (await read(`Bearer ${narrow.body.access_token}`)).json()) as object
    expect(Object.keys(body).sort()).toEqual(['security_version', 'sid', 'sub'])
  })

  // proves: design-7.13-get-and-post, core-5.3-get-and-post
  test('may come by POST (OpenID Connect Core section 5.3.1)', async () => {
    const { who, tokens } = await entered()
    const answer = await read(`Bearer ${tokens.access_token}`, { method: 'POST' })
    expect(await answer.json()).toMatchObject({ sub: who.subject })
    const withBody = await read(`Bearer ${tokens.access_token}`, {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
    })
    expect(withBody.status).toBe(200)
  })

  // proves: rfc6750-2.1-header, core-5.3.1-bearer
  test('is known by the scheme in any case (RFC 9110 section 11.1)', async () => {
    const { tokens } = await entered()
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
      expect((await read(`${scheme} ${tokens.access_token}`)).status).toBe(200)
    }
  })

  // proves: core-5.4-no-phone-address
  test('phone numbers are never given here', async () => {
    const { tokens } = await entered()
    const text = await (await read(`Bearer ${tokens.access_token}`)).text()
    expect(text).not.toContain('phone')
    // The ids and the address of this citizen are random, and may have these digits in a row.
    const { sub, sid, email, ...others } = JSON.parse(text) as Record<string, string>
    expect([sub, sid, email]).not.toContain(undefined)
    expect(JSON.stringify(others)).not.toContain('600')
  })

  test('two hundred at once each get their own citizen', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => entered('openid')))
    const asked = Array.from({ length: 200 }, (_, index) => all[index % 4])
    const subjects = await Promise.all(
      asked.map(
        async (each) =>
          ((await (await read(`Bearer ${each?.tokens.access_token}`)).json()) as { sub: string }).sub,
      ),
    )
    expect(subjects).toEqual(asked.map((each) => each?.who.subject))
  })
})

describe('401 with a challenge (RFC 6750 section 3)', () => {
  // proves: rfc6750-3.1-no-error-without-token, core-5.3.3-errors
  test('without any token: no error code in the challenge and in the body (section 3.1)', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await read(undefined, { method })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="portico"'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.json()).toEqual({ detail: expect.stringContaining('Authorization: Bearer') })
    }
  })

  // proves: rfc6750-2.2-no-form-token, rfc6750-2.3-no-query-token, rfc9700-4.3.2-no-token-in-address
  test('a token in the query or in the body does not count (section 2.2 and 2.3)', async () => {
    const { tokens } = await entered()
    const body = new URLSearchParams({ access_token: tokens.access_token })
    expect((await read(undefined, {}, `?${body}`)).status).toBe(401)
    const posted = await read(undefined, { method: 'POST', body })
    expect([posted.status, await posted.json()]).toEqual([
      401,
      { detail: expect.stringContaining('in the body or in the address is not read') },
    ])
  })

  // proves: contract-4.3.7-id-token-no-access-token, threat-token-confusion
  test('for a refresh token, a code, an ID token and a session cookie', async () => {
    const { tokens, code, browser } = await entered()
    const cookie = browser.cookies.get('portico_session') ?? ''
    for (const token of [tokens.refresh_token, code, tokens.id_token, cookie])
      await expectRefused(await read(`Bearer ${token}`))
  })

  test.each([
    'Bearer',
    'Bearer ',
    'Bearer garbage',
    'Bearer a b',
    'Bearer ,',
    'Token x',
    'x',
    `Bearer pat_${'A'.repeat(64)}`,
    `Bearer ${'A'.repeat(8000)}`,
  ])('for "%s"', async (authorization) => {
    await expectRefused(await read(authorization))
  })

  test('for the credentials of the client', async () => {
    await expectRefused(await read(program.basic))
  })

  // proves: contract-4.1-userinfo-401, rfc6750-3-challenge, threat-partial-token
  test('for a token cut, lengthened or of another kind by its prefix', async () => {
    const { tokens } = await entered()
    const token = tokens.access_token
    for (const bent of [
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      token.replace('pat_', 'prt_'),
      token.slice(4),
    ]) {
      await expectRefused(await read(`Bearer ${bent}`))
    }
  })

  // proves: contract-4.1-userinfo-401, contract-5.2-access-900-seconds, rfc6750-3.1-invalid-token
  test('at 900 seconds to the second', async () => {
    const { tokens } = await entered()
    service.clock.advance(899)
    expect((await read(`Bearer ${tokens.access_token}`)).status).toBe(200)
    service.clock.advance(1)
    await expectRefused(await read(`Bearer ${tokens.access_token}`))
  })

  // proves: contract-4.1-userinfo-401, contract-7-userinfo-401, rfc6750-3.1-invalid-token, core-5.3.3-errors
  test('once revoked, at the very next request', async () => {
    const { tokens } = await entered()
    await postForm(service, '/o/revoke/', { token: tokens.access_token }, { authorization: program.basic })
    await expectRefused(await read(`Bearer ${tokens.access_token}`))
  })

  test('while the client is disabled, and after it is enabled (design 36)', async () => {
    const { tokens } = await entered()
    await disableClient(service.foundation, program.clientId)
    await expectRefused(await read(`Bearer ${tokens.access_token}`))
    await enableClient(service.foundation, program.clientId)
    await expectRefused(await read(`Bearer ${tokens.access_token}`))
  })

  test.each(ACCESS_ENDINGS)('when %s', async (_name, happen) => {
    const { who, tokens } = await entered()
    await happen({ service, program, who })
    await expectRefused(await read(`Bearer ${tokens.access_token}`))
  })
})

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is 405 with Allow', async (method) => {
  const answer = await read(undefined, { method })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
})
