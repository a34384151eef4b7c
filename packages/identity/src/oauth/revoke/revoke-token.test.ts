import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, basic, type TestClient } from '../../../testing/people.ts'
import {
  enterProgram,
  introspect,
  postForm,
  refresh,
  type TokenReply,
} from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { unknownRefreshToken } from '../../../testing/tokens.ts'
import { disableClient } from '../../clients/index.ts'

let service: TestService
let program: TestClient
let other: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
  other = await addProgram(service, { name: 'Other' })
})
afterAll(() => service.close())

function revoke(client: TestClient, fields: Readonly<Record<string, string>> | string): Promise<TokenReply> {
  return postForm(service, '/o/revoke/', fields, { authorization: client.basic })
}

function expectDone(answer: TokenReply): void {
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ text: '' })
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

async function isActive(token: string): Promise<unknown> {
  return (await introspect(service, program, token))['active']
}

async function tokensOf() {
  return (await enterProgram(service, program, await addCitizen(service))).tokens
}

describe('an access token (RFC 7009 section 2)', () => {
  // proves: contract-4.1-revoke, design-7.24-revoke-reach, rfc7009-2-both-kinds, rfc7009-2.1-at-once
  // proves: threat-revoked-token-lives
  test('ends alone: the very next introspection says so, and the refresh token goes on', async () => {
    const tokens = await tokensOf()
    expectDone(await revoke(program, { token: tokens.access_token }))
    expect(await introspect(service, program, tokens.access_token)).toEqual({ active: false })
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
  })

  test('ends alone among its siblings', async () => {
    const tokens = await tokensOf()
    const next = await refresh(service, program, tokens.refresh_token)
    expectDone(await revoke(program, { token: next.body.access_token }))
    expect(await isActive(tokens.access_token)).toBe(true)
  })

  // proves: rfc7009-2.2-200-for-unknown
  test('may be revoked twice', async () => {
    const tokens = await tokensOf()
    for (let time = 0; time < 2; time += 1) expectDone(await revoke(program, { token: tokens.access_token }))
  })
})

describe('a refresh token (RFC 7009 section 2)', () => {
  // proves: design-7.24-revoke-reach, rfc7009-2-both-kinds, rfc7009-2.1-access-tokens-end-too
  test('ends with its whole grant, and it is in the audit once', async () => {
    const who = await addCitizen(service)
    const { tokens } = await enterProgram(service, program, who)
    const next = await refresh(service, program, tokens.refresh_token)
    for (let time = 0; time < 2; time += 1)
      expectDone(await revoke(program, { token: next.body.refresh_token }))
    expect(await isActive(tokens.access_token)).toBe(false)
    expect(await isActive(next.body.access_token)).toBe(false)
    expect((await refresh(service, program, next.body.refresh_token)).body.error).toBe('invalid_grant')
    const events = await service.database.db.query`
      select client_id as "clientId" from audit_events where citizen_id = ${who.citizenId} and name = 'grant-revoked'`
    expect(events).toEqual([{ clientId: program.clientId }])
  })

  test('that is spent ends the grant just the same: whoever holds it once had all of it', async () => {
    const tokens = await tokensOf()
    const next = await refresh(service, program, tokens.refresh_token)
    expectDone(await revoke(program, { token: tokens.refresh_token }))
    expect(await isActive(next.body.access_token)).toBe(false)
    expect((await refresh(service, program, next.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  // proves: contract-3-program-logout-is-local, contract-5.4-program-logout-is-local
  test('leaves the session and its other programs alone (contract 5, rule 4)', async () => {
    const { tokens, browser } = await enterProgram(service, program, await addCitizen(service))
    const elsewhere = await enterProgram(service, other, browser)
    expectDone(await revoke(program, { token: tokens.refresh_token }))
    expect(await introspect(service, other, elsewhere.tokens.access_token)).toMatchObject({ active: true })
    const again = await enterProgram(service, program, browser)
    expect(await isActive(again.tokens.access_token)).toBe(true)
  })

  // proves: threat-revoked-token-lives
  test('revoked while it is refreshed thirty ways leaves nothing alive', async () => {
    const tokens = await tokensOf()
    const answers = await Promise.all([
      ...Array.from({ length: 15 }, () => refresh(service, program, tokens.refresh_token)),
      revoke(program, { token: tokens.refresh_token }),
      ...Array.from({ length: 15 }, () => refresh(service, program, tokens.refresh_token)),
    ])
    for (const answer of answers) {
      if (answer.body.access_token) expect(await isActive(answer.body.access_token)).toBe(false)
      if (answer.body.refresh_token) {
        expect((await refresh(service, program, answer.body.refresh_token)).body.error).toBe('invalid_grant')
      }
    }
    expect(await isActive(tokens.access_token)).toBe(false)
  })
})

describe('has no effect and is 200 all the same (RFC 7009 section 2.2)', () => {
  // proves: contract-4.1-revoke-200, design-7.24-revoke-other-client, rfc7009-2.1-own-tokens-only
  test("for another client's tokens", async () => {
    const tokens = await tokensOf()
    for (const token of [tokens.access_token, tokens.refresh_token])
      expectDone(await revoke(other, { token }))
    expect(await isActive(tokens.access_token)).toBe(true)
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
  })

  test.each([
    ['garbage', 'garbage'],
    ['an access token that nobody has', `pat_${'A'.repeat(64)}`],
    ['a refresh token that nobody has', unknownRefreshToken()],
    ['a space', ' '],
    ['something very long', 'x'.repeat(10_000)],
    ['SQL', "' or 1=1 --"],
    ['other scripts', '漢字'],
  ])('for %s', async (_name, token) => {
    expectDone(await revoke(program, { token }))
  })

  // proves: contract-4.1-revoke-200, rfc7009-2.2-200-for-unknown
  test('for an ID token, a code and a cut token', async () => {
    const { tokens, code } = await enterProgram(service, program, await addCitizen(service))
    for (const token of [
      tokens.id_token,
      code,
      tokens.access_token.slice(0, -1),
      `${tokens.access_token} `,
    ]) {
      expectDone(await revoke(program, { token }))
    }
    expect(await isActive(tokens.access_token)).toBe(true)
  })
})

test.each(['access_token', 'refresh_token', 'id_token', 'nonsense', ''])(
  'the hint "%s" never misleads (RFC 7009 section 2.1)',
  async (hint) => {
    const first = await tokensOf()
    expectDone(await revoke(program, { token: first.access_token, token_type_hint: hint }))
    expect(await isActive(first.access_token)).toBe(false)
    const second = await tokensOf()
    expectDone(await revoke(program, { token: second.refresh_token, token_type_hint: hint }))
    expect(await isActive(second.access_token)).toBe(false)
  },
)

describe('is refused', () => {
  // proves: contract-4.1-revoke, rfc7009-2.1-request
  test.each([
    ['without a token', ''],
    ['with an empty token', 'token='],
    ['with two tokens', 'token=a&token=b'],
    ['with two hints', 'token=a&token_type_hint=access_token&token_type_hint=refresh_token'],
    ['with a NUL', 'token=%00'],
    ['with broken percent-encoding', 'token=%zz'],
  ])('%s as invalid_request', async (_name, form) => {
    const answer = await revoke(program, form)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
  })

  // proves: contract-4.1-revoke-401, contract-7-client-401, rfc7009-2.1-own-tokens-only
  test.each([
    ['no credentials', () => ({})],
    ['a wrong secret', () => ({ authorization: basic(program.clientId, 'wrong') })],
    ['an unknown client', () => ({ authorization: basic('nobody', program.secret) })],
    ['an access token as bearer', (token: string) => ({ authorization: `Bearer ${token}` })],
  ])('with %s as invalid_client, and the token lives on', async (_name, headers) => {
    const tokens = await tokensOf()
    const answer = await postForm(
      service,
      '/o/revoke/',
      { token: tokens.access_token },
      headers(tokens.access_token),
    )
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(await isActive(tokens.access_token)).toBe(true)
  })

  // proves: contract-5.1-basic-only
  test('with credentials in the body (contract 5, rule 1)', async () => {
    const tokens = await tokensOf()
    const fields = { token: tokens.access_token, client_id: program.clientId, client_secret: program.secret }
    expect((await postForm(service, '/o/revoke/', fields)).status).toBe(401)
    expect((await revoke(program, fields)).status).toBe(400)
    expect(await isActive(tokens.access_token)).toBe(true)
  })

  test('for a disabled client', async () => {
    const fleeting = await addProgram(service, { name: 'Fleeting' })
    const { tokens } = await enterProgram(service, fleeting, await addCitizen(service))
    expect((await introspect(service, fleeting, tokens.access_token))['active']).toBe(true)
    await disableClient(service.foundation, fleeting.clientId)
    for (const token of [tokens.access_token, 'garbage']) {
      expect((await revoke(fleeting, { token })).status).toBe(401)
    }
  })

  // proves: rfc7009-2.1-request
  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('by %s as 405 with Allow', async (method) => {
    for (const path of ['/o/revoke/', '/o/token/']) {
      const answer = await fetch(service.baseUrl + path, {
        method,
        headers: { authorization: program.basic },
      })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
      if (method !== 'HEAD') expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
    }
  })

  // proves: contract-4.1-forms
  test('as JSON', async () => {
    const headers = { authorization: program.basic, 'content-type': 'application/json' }
    const answer = await postForm(service, '/o/revoke/', '{"token":"x"}', headers)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
  })
})
