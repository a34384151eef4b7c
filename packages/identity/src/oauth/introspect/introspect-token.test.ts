import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCESS_ENDINGS } from '../../../testing/access-endings.ts'
import { addCitizen, addProgram, basic, type TestClient } from '../../../testing/people.ts'
import {
  enterProgram,
  introspect,
  postForm,
  refresh,
  type TokenReply,
} from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { endOtherSessions, endSession } from '../../access/index.ts'
import type { Citizen } from '../../citizens/index.ts'
import { disableClient } from '../../clients/index.ts'

const PATH = '/api/integrations/introspect/'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

function ask(fields: Readonly<Record<string, string>> | string, client = program): Promise<TokenReply> {
  return postForm(service, PATH, fields, { authorization: client.basic })
}

async function entered(changes: Partial<Citizen> = {}, request: Readonly<Record<string, string>> = {}) {
  const who = await addCitizen(service, changes)
  return { who, ...(await enterProgram(service, program, who, request)) }
}

async function expectInactive(token: string, client = program): Promise<void> {
  const answer = await fetch(service.baseUrl + PATH, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    headers: { authorization: client.basic },
  })
  expect([answer.status, await answer.text()]).toEqual([200, '{"active":false}'])
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

async function expectActive(token: string): Promise<void> {
  expect(await introspect(service, program, token)).toMatchObject({ active: true })
}

describe('a living token', () => {
  // proves: contract-2.12-active-all-fields, contract-2.12-client-id-is-caller, contract-2.12-exp
  // proves: contract-4.1-introspect, rfc9700-4.15-client-is-no-citizen
  test('is told with all fields and no other (contract 2.12)', async () => {
    const { who, tokens } = await entered({ fullName: 'Zoë Ünïcode', phoneNumber: '+34 600 111 222' })
    const answer = await ask({ token: tokens.access_token })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString())
    expect(answer.body).toEqual({
      active: true,
      sub: who.subject,
      name: 'Zoë Ünïcode',
      email: who.email,
      email_verified: true,
      phone_number: '+34 600 111 222',
      phone_number_verified: false,
      client_id: program.clientId,
      scope: 'openid profile email offline_access',
      exp: service.clock.now() + 900,
      sid: claims.sid,
      security_version: 1,
    })
  })

  // proves: design-7.21-empty-phone-number
  test('has an empty phone_number when there is none (design 7, row 21)', async () => {
    const { tokens } = await entered({ phoneNumber: '' })
    expect((await introspect(service, program, tokens.access_token))['phone_number']).toBe('')
  })

  test('is told whole whatever its scope, which it names (contract 2.12)', async () => {
    const { who, tokens } = await entered({}, { scope: 'openid' })
    expect(await introspect(service, program, tokens.access_token)).toMatchObject({
      name: who.fullName,
      email: who.email,
      scope: 'openid',
    })
  })

  test('is told with what is true now: a changed name, address and phone at once', async () => {
    const { who, tokens } = await entered()
    await service.database.db.query`
      update citizens set full_name = 'New Name', email = ${`new.${who.email}`}, phone_number = ''
       where citizen_id = ${who.citizenId}`
    expect(await introspect(service, program, tokens.access_token)).toMatchObject({
      name: 'New Name',
      email: `new.${who.email}`,
      phone_number: '',
    })
  })

  test.each([
    ['quotes and backslashes', 'O\'Brien "x" \\ {a,b}'],
    ['the word NULL', 'NULL'],
    ['other scripts', '漢字 🎈 עברית'],
  ])('is told with a name of %s as it is', async (_name, fullName) => {
    const { tokens } = await entered({ fullName })
    expect((await introspect(service, program, tokens.access_token))['name']).toBe(fullName)
  })

  // proves: rfc7662-2.1-hint-is-a-hint
  test('may be asked about as often as a program likes, and a hint changes nothing', async () => {
    const { tokens } = await entered()
    for (const hint of ['access_token', 'refresh_token', 'nonsense']) {
      const answer = await ask({ token: tokens.access_token, token_type_hint: hint })
      expect(answer.body['active']).toBe(true)
    }
  })
})

// proves: threat-introspection-leak, rfc7662-2.3-401-and-inactive
describe('is {"active":false} and nothing more (RFC 7662 section 2.2)', () => {
  // proves: contract-2.12-inactive-alone, contract-2.12-client-id-is-caller, contract-4.1-introspect-other-client
  // proves: rfc7662-2.2-inactive-without-reason, rfc9700-2.3-least-privilege, threat-introspection-leak
  test("for another client's token", async () => {
    const { tokens } = await entered()
    const other = await addProgram(service, { name: 'Other' })
    await expectInactive(tokens.access_token, other)
    await expectActive(tokens.access_token)
  })

  // proves: contract-2.12-exp, contract-4.1-introspect-expired, contract-5.2-access-900-seconds
  // proves: contract-8-access-900-seconds, rfc6750-5.3-short-and-bound
  test('at 900 seconds to the second (contract 8)', async () => {
    const { tokens } = await entered()
    service.clock.advance(899)
    await expectActive(tokens.access_token)
    service.clock.advance(1)
    await expectInactive(tokens.access_token)
  })

  // proves: contract-2.12-inactive-alone, contract-4.3.7-id-token-no-access-token, design-7.20-other-tokens-inactive
  // proves: threat-token-confusion
  test('for refresh tokens, spent and living, ID tokens and codes', async () => {
    const { tokens, code } = await entered()
    const next = await refresh(service, program, tokens.refresh_token)
    for (const token of [tokens.refresh_token, next.body.refresh_token, tokens.id_token, code]) {
      await expectInactive(token)
    }
  })

  test('for a session cookie', async () => {
    const { browser } = await entered()
    const cookie = browser.cookies.get('portico_session') ?? ''
    await expectInactive(cookie)
    await expectInactive(`pat_${cookie}`)
  })

  // proves: rfc7662-4-every-ending
  test('for a token with any one letter changed', async () => {
    const { tokens } = await entered()
    const token = tokens.access_token
    const changed = [...token].map(
      (letter, at) => token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1),
    )
    const answers = await Promise.all(changed.map((each) => introspect(service, program, each)))
    expect(answers.filter((answer) => JSON.stringify(answer) !== '{"active":false}')).toEqual([])
    await expectActive(token)
  })

  // proves: rfc7662-2.2-inactive-without-reason, threat-partial-token
  test('for a token cut, lengthened, padded, in other case or with white space', async () => {
    const { tokens } = await entered()
    const token = tokens.access_token
    for (const bent of [
      token.slice(0, -1),
      token.slice(0, 40),
      token.slice(1),
      `${token}A`,
      `${token}=`,
      ` ${token}`,
      `${token} `,
      `${token}\n`,
      `${token}\u200b`,
      token.toLowerCase(),
      token.replace('pat_', ''),
      token.replace('pat_', 'prt_'),
      `Bearer ${token}`,
      encodeURIComponent(`${token}%`),
    ]) {
      await expectInactive(bent)
    }
  })

  test.each(['garbage', 'null', '{"active":true}', '0', ' ', 'x'.repeat(10_000), '漢字', "' or '1'='1"])(
    'for %s',
    async (token) => {
      await expectInactive(token)
    },
  )

  // proves: contract-1.7-introspection-tells-session, contract-2.12-email-verified, contract-3-endings-reach-programs
  // proves: rfc7662-4-every-ending
  test.each<(typeof ACCESS_ENDINGS)[number]>([
    ...ACCESS_ENDINGS,
    [
      'the citizen is gone',
      ({ who }) => service.database.db.query`delete from citizens where citizen_id = ${who.citizenId}`,
    ],
  ])('at once when %s (contract 3)', async (_name, happen) => {
    const { who, tokens } = await entered()
    await expectActive(tokens.access_token)
    await happen({ service, program, who })
    await expectInactive(tokens.access_token)
  })

  // proves: contract-2.12-sid, contract-4.1-introspect-session-ended
  test('when its own session ended, and no other', async () => {
    const { who, tokens } = await entered()
    const elsewhere = await enterProgram(service, program, who)
    const first = await introspect(service, program, tokens.access_token)
    await endSession(service.foundation, { citizenId: who.citizenId, sessionId: String(first['sid']) })
    await expectInactive(tokens.access_token)
    await expectActive(elsewhere.tokens.access_token)
  })

  test('when all other sessions are ended, but not for the one that is kept', async () => {
    const { who, tokens } = await entered()
    const kept = await enterProgram(service, program, who)
    const { sid } = await introspect(service, program, kept.tokens.access_token)
    await endOtherSessions(service.foundation, { citizenId: who.citizenId, sessionId: String(sid) })
    await expectInactive(tokens.access_token)
    await expectActive(kept.tokens.access_token)
  })

  // proves: design-7.26-session-14-days
  test('when the session is over by itself after fourteen days, though the token is young', async () => {
    const { tokens } = await entered()
    service.clock.advance(14 * 24 * 60 * 60 - 100)
    const { body } = await refresh(service, program, tokens.refresh_token)
    await expectActive(body.access_token)
    service.clock.advance(100)
    await expectInactive(body.access_token)
  })

  // proves: contract-5.5-suspension-ends
  test('when the citizen comes back from a suspension: the old token stays dead', async () => {
    const { who, tokens } = await entered()
    const { db } = service.database
    await db.query`
      update citizens set standing = 'suspended', security_version = security_version + 1
       where citizen_id = ${who.citizenId}`
    await db.query`update citizens set standing = 'active' where citizen_id = ${who.citizenId}`
    await expectInactive(tokens.access_token)
  })
})

describe('is refused', () => {
  // proves: contract-4.1-introspect, rfc7662-2.1-request
  test.each([
    ['without a token', ''],
    ['with an empty token', 'token='],
    ['with two tokens', 'token=a&token=b'],
    ['with the same token twice', 'token=a&token=a'],
    ['with two hints', 'token=a&token_type_hint=x&token_type_hint=y'],
    ['with a NUL', 'token=%00'],
    ['with broken percent-encoding', 'token=%zz'],
    ['with text that is not UTF-8', 'token=%ff'],
  ])('%s as invalid_request (RFC 7662 section 2.1)', async (_name, form) => {
    const answer = await ask(form)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
  })

  // proves: rfc6750-2.3-no-query-token
  test('with the token in the address', async () => {
    const { tokens } = await entered()
    const answer = await postForm(service, `${PATH}?token=${tokens.access_token}`, '', {
      authorization: program.basic,
    })
    expect(answer.status).toBe(400)
  })

  // proves: contract-4.1-introspect-401, contract-7-client-401, rfc7662-2-authenticated-https
  // proves: rfc7662-2.3-401-and-inactive
  test.each([
    ['no credentials', () => ({})],
    ['a wrong secret', () => ({ authorization: basic(program.clientId, 'wrong') })],
    ['an empty secret', () => ({ authorization: basic(program.clientId, '') })],
    ['an unknown client', () => ({ authorization: basic('nobody', program.secret) })],
    [
      "another client's secret",
      (other: TestClient) => ({ authorization: basic(program.clientId, other.secret) }),
    ],
    ['a bearer token', () => ({ authorization: 'Bearer x' })],
    ['broken base64', () => ({ authorization: 'Basic ***' })],
  ])('with %s as invalid_client (contract 4.1)', async (_name, headers) => {
    const { tokens } = await entered()
    const other = await addProgram(service, { name: 'Other' })
    const answer = await postForm(service, PATH, { token: tokens.access_token }, headers(other))
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(Object.keys(answer.body).sort()).toEqual(['error', 'error_description'])
  })

  // proves: contract-5.1-basic-only
  test('with credentials in the body (contract 5, rule 1)', async () => {
    const fields = { token: 'x', client_id: program.clientId, client_secret: program.secret }
    expect((await postForm(service, PATH, fields)).status).toBe(401)
    expect((await ask(fields)).status).toBe(400)
  })

  test.each(['token=garbage', '', 'token=a&token=b'])(
    'for a client just disabled, with "%s"',
    async (form) => {
      const fleeting = await addProgram(service, { name: 'Fleeting' })
      expect((await ask({ token: 'garbage' }, fleeting)).status).toBe(200)
      await disableClient(service.foundation, fleeting.clientId)
      const answer = await ask(form, fleeting)
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    },
  )

  // proves: rfc7662-2.1-request
  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('by %s as 405 with Allow', async (method) => {
    const answer = await fetch(service.baseUrl + PATH, { method, headers: { authorization: program.basic } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  // proves: contract-4.1-forms
  test('as JSON', async () => {
    const headers = { authorization: program.basic, 'content-type': 'application/json' }
    expect((await postForm(service, PATH, '{"token":"x"}', headers)).status).toBe(400)
  })

  test('without its slash as 404 in JSON', async () => {
    const answer = await postForm(
      service,
      PATH.slice(0, -1),
      { token: 'x' },
      { authorization: program.basic },
    )
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  })
})
