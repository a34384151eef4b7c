import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, basic, signIn, type TestClient } from '../../testing/people.ts'
import {
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  postForm,
  refresh,
} from '../../testing/program-flow.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { rawRequest, sendRaw } from '../platform/http/raw-http.fixture.ts'
import { disableClient } from './change-client.ts'

const ENDPOINTS = ['/o/token/', '/o/revoke/', '/api/integrations/introspect/'] as const
type Endpoint = (typeof ENDPOINTS)[number]
type Fields = Readonly<Record<string, string>>

let service: TestService
let program: TestClient
let other: TestClient
let browser: TestBrowser

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
  other = await addProgram(service, { name: 'Other' })
  browser = service.browser()
  await signIn(browser, await addCitizen(service))
})
afterAll(() => service.close())

/** A request that each endpoint would answer with 200, about tokens that are alive. */
async function goodForm(endpoint: Endpoint) {
  const { tokens } = await enterProgram(service, program, browser)
  const fields: Fields =
    endpoint === '/o/token/'
      ? { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
      : { token: tokens.access_token }
  const isUntouched = async () => {
    expect(await introspect(service, program, tokens.access_token)).toMatchObject({ active: true })
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
  }
  return { fields, isUntouched }
}

const ask = (endpoint: Endpoint, fields: Fields | string, authorization = program.basic) =>
  postForm(service, endpoint, fields, { authorization })

describe.each(ENDPOINTS)('%s', (endpoint) => {
  // proves: rfc6749-3.2.1-client-id-in-body
  test('takes the client_id of HTTP Basic in the body, and an empty one (RFC 6749 sections 3.2 and 3.2.1)', async () => {
    for (const client_id of [program.clientId, '']) {
      const { fields } = await goodForm(endpoint)
      expect((await ask(endpoint, { ...fields, client_id })).status).toBe(200)
    }
  })

  // proves: design-7.35-one-authentication, rfc6749-3.2.1-client-id-in-body, threat-two-clients-in-request
  test('refuses another client_id than that of HTTP Basic with invalid_request, and changes nothing', async () => {
    const { fields, isUntouched } = await goodForm(endpoint)
    for (const client_id of [
      other.clientId,
      'nobody',
      program.clientId.toLowerCase(),
      ` ${program.clientId}`,
    ]) {
      const { status, body } = await ask(endpoint, { ...fields, client_id })
      expect([status, body.error]).toEqual([400, 'invalid_request'])
      expect(body['error_description']).toContain('client_id')
    }
    await isUntouched()
  })

  // proves: threat-two-clients-in-request
  test('refuses a repeated client_id with invalid_request, the same one twice too, and changes nothing', async () => {
    const { fields, isUntouched } = await goodForm(endpoint)
    const good = new URLSearchParams(fields)
    for (const twice of [program.clientId, other.clientId, '']) {
      const form = `${good}&client_id=${program.clientId}&client_id=${twice}`
      const { status, body } = await ask(endpoint, form)
      expect([status, body.error]).toEqual([400, 'invalid_request'])
      expect(body['error_description']).toBe(
        'A parameter came more than once. See docs/errors/invalid_request',
      )
    }
    await isUntouched()
  })

  test('answers wrong credentials with invalid_client, whatever client_id the body names', async () => {
    const { fields } = await goodForm(endpoint)
    for (const client_id of [program.clientId, other.clientId]) {
      const { status, body } = await ask(endpoint, { ...fields, client_id }, basic(program.clientId, 'wrong'))
      expect([status, body.error]).toEqual([401, 'invalid_client'])
    }
  })

  // proves: design-7.35-one-authentication, rfc6749-2.3-one-method, threat-two-clients-in-request
  test.each([
    ['both right', () => program.basic, () => ({ client_secret: program.secret })],
    ['the header wrong', () => basic(program.clientId, 'wrong'), () => ({ client_secret: program.secret })],
    ['the body wrong', () => program.basic, () => ({ client_secret: 'wrong' })],
    ['both wrong', () => basic(program.clientId, 'wrong'), () => ({ client_secret: 'wrong' })],
    ['two clients', () => program.basic, () => ({ client_id: other.clientId, client_secret: other.secret })],
    ['a bearer token and a secret', () => 'Bearer x', () => ({ client_secret: program.secret })],
    ['an assertion', () => program.basic, () => ({ client_assertion: 'x' })],
    ['the type of an assertion', () => program.basic, () => ({ client_assertion_type: 'urn:x' })],
  ])(
    'asks for one way where two are used, in the same words whatever is right: %s (RFC 6749 section 2.3)',
    async (_name, header, more) => {
      const { fields, isUntouched } = await goodForm(endpoint)
      const form = { ...fields, client_id: program.clientId, ...more() }
      const { status, body, headers } = await ask(endpoint, form, header())
      expect([status, body]).toEqual([
        400,
        {
          error: 'invalid_request',
          error_description:
            'Authenticate in one way only: by HTTP Basic, without client_secret and client_assertion in the body. See docs/errors/invalid_request',
        },
      ])
      expect(headers.get('www-authenticate')).toBeNull()
      await isUntouched()
    },
  )

  test('takes a client_secret without a value as left out (RFC 6749 section 3.2)', async () => {
    const { fields } = await goodForm(endpoint)
    expect((await ask(endpoint, { ...fields, client_secret: '' })).status).toBe(200)
  })

  // proves: design-7.22-no-credentials
  test.each([
    ['nothing', () => undefined, () => ({})],
    ['a client_id alone', () => undefined, () => ({ client_id: program.clientId })],
    [
      'the right secret in the body',
      () => undefined,
      () => ({ client_id: program.clientId, client_secret: program.secret }),
    ],
    [
      'an assertion in the body',
      () => undefined,
      () => ({ client_assertion: 'x', client_assertion_type: 'y' }),
    ],
    ['a bearer token', () => 'Bearer x', () => ({})],
    ['another scheme', () => 'Digest username="x"', () => ({})],
    ['two headers in one', () => `${program.basic}, ${program.basic}`, () => ({})],
  ])(
    'names HTTP Basic as the one way to who sends %s, and changes nothing (RFC 6749 section 5.2)',
    async (name, header, more) => {
      const { fields, isUntouched } = await goodForm(endpoint)
      const authorization = header()
      const { status, body, headers } = await postForm(
        service,
        endpoint,
        { ...fields, ...more() },
        authorization === undefined ? {} : { authorization },
      )
      expect([status, body.error]).toEqual([401, 'invalid_client'])
      expect(headers.get('www-authenticate')).toMatch(/^Basic realm=/)
      if (name !== 'two headers in one') expect(body['error_description']).toContain('HTTP Basic')
      await isUntouched()
    },
  )

  // proves: threat-two-clients-in-request
  test('refuses two Authorization headers, the same one twice too, and changes nothing', async () => {
    const { fields, isUntouched } = await goodForm(endpoint)
    const form = new URLSearchParams(fields).toString()
    for (const second of [program.basic, 'Bearer x', other.basic]) {
      const headers = [
        'host: localhost',
        `authorization: ${program.basic}`,
        `authorization: ${second}`,
        'content-type: application/x-www-form-urlencoded',
        `content-length: ${form.length}`,
      ]
      const port = Number(new URL(service.baseUrl).port)
      const answer = await sendRaw(port, rawRequest(`POST ${endpoint}`, headers, form))
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('"error":"invalid_request"')
    }
    await isUntouched()
  })

  test('answers a client that was disabled with invalid_client, also where its form names another', async () => {
    const fleeting = await addProgram(service, { name: 'Fleeting' })
    const form = { token: 'x', client_id: other.clientId }
    expect((await ask(endpoint, form, fleeting.basic)).status).toBe(400)
    await disableClient(service.foundation, fleeting.clientId)
    expect((await ask(endpoint, form, fleeting.basic)).status).toBe(401)
  })
})

// proves: design-7.35-one-authentication
test('a code is exchanged after its request named another client or two ways to authenticate: nothing is spent', async () => {
  const attempt = newAttempt(program)
  const code = await obtainCode(browser, attempt)
  const bent: Fields[] = [
    { client_id: other.clientId },
    { client_id: program.clientId, client_secret: program.secret },
  ]
  for (const changes of bent)
    expect((await exchange(service, program, { ...attempt, code }, changes)).status).toBe(400)
  expect((await exchange(service, program, { ...attempt, code })).status).toBe(200)
})
