import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, type TestClient } from '../../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { disableClient, enableClient, removeClient, updateClient } from '../../clients/index.ts'

const CALLBACK = 'https://permits.example.test:8443/api/v1/sso/callback/?from=portico'

let service: TestService
let program: TestClient
let signedIn: TestBrowser

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service, { redirectUris: [CALLBACK] })
  signedIn = service.browser()
  await signIn(signedIn, await addCitizen(service))
})
afterAll(() => service.close())

function query(changes: Readonly<Record<string, string>> = {}, more = ''): string {
  return `/o/authorize/?${new URLSearchParams(newAttempt(program, changes).parameters)}${more}`
}

function expectRefusalPage(answer: Visited): void {
  expect(answer.status).toBe(400)
  expect(answer.location).toBeUndefined()
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("form-action 'self';")
  expect(answer.html.querySelectorAll('script, form, meta[http-equiv=refresh]')).toHaveLength(0)
  expect(answer.html.querySelectorAll('a').map((link) => link.getAttribute('href'))).not.toContain(CALLBACK)
}

async function expectRefusedForEverybody(address: string): Promise<void> {
  expectRefusalPage(await service.browser().get(address, { follow: false }))
  expectRefusalPage(await signedIn.get(address, { follow: false }))
}

describe('who asks', () => {
  // proves: contract-4.1-authorize-client-id, contract-7-authorize-400, design-7.10-authorize-no-redirect
  // proves: rfc6749-4.1.2.1-no-redirect-when-bad, threat-redirect-uri
  test.each([
    ['no client_id', { client_id: '' }],
    ['an unknown client_id', { client_id: 'AAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['a client_id in another case', () => ({ client_id: program.clientId.toLowerCase() })],
    ['a client_id with a space after it', () => ({ client_id: `${program.clientId} ` })],
    ['a part of a client_id', () => ({ client_id: program.clientId.slice(0, -1) })],
    ['a client_id with SQL in it', { client_id: "' or '1'='1" }],
  ])('%s is a 400 page and no redirect (contract 4.1, RFC 6749 section 4.1.2.1)', async (_name, changes) => {
    await expectRefusedForEverybody(query(typeof changes === 'function' ? changes() : changes))
  })

  // proves: design-7.10-authorize-no-redirect, threat-repeated-parameters
  test('a repeated client_id is a 400 page, the same one twice too (RFC 6749 section 3.1)', async () => {
    await expectRefusedForEverybody(query({}, `&client_id=${program.clientId}`))
    await expectRefusedForEverybody(query({}, '&client_id=another'))
  })

  test('an empty client_id beside a good one is repeated all the same', async () => {
    await expectRefusedForEverybody(query({}, '&client_id='))
  })

  // proves: contract-4.1-authorize-client-id
  test('a client that is disabled after it was used is a 400 page at once, and works again when enabled', async () => {
    const other = await addProgram(service, { name: 'Switched Off' })
    const address = authorizeAddress(newAttempt(other))
    expect((await signedIn.get(address, { follow: false })).status).toBe(200)
    await disableClient(service.foundation, other.clientId)
    await expectRefusedForEverybody(address)
    await enableClient(service.foundation, other.clientId)
    expect((await signedIn.get(address, { follow: false })).status).toBe(200)
  })

  test.each([
    ['a missing state', { state: '' }],
    ['a wrong response_type', { response_type: 'token' }],
    ['a bad id_token_hint', { id_token_hint: 'garbage' }],
    ['prompt=none', { prompt: 'none' }],
  ])('a disabled client gets no error redirect either: %s', async (_name, changes) => {
    const other = await addProgram(service, { name: 'Switched Off' })
    const address = authorizeAddress(newAttempt(other, changes))
    expect((await service.browser().get(address, { follow: false })).location).toMatch(/[?&]error=/)
    await disableClient(service.foundation, other.clientId)
    await expectRefusedForEverybody(address)
  })

  test('a removed client is unknown at once', async () => {
    const other = await addProgram(service, { name: 'Gone' })
    const address = authorizeAddress(newAttempt(other))
    expect((await signedIn.get(address, { follow: false })).status).toBe(200)
    await removeClient(service.foundation, other.clientId)
    await expectRefusedForEverybody(address)
  })
})

describe('where the answer goes', () => {
  // proves: contract-4.1-authorize-redirect-uri, contract-4.1-authorize-400, rfc6749-3.1.2.3-one-of-several
  // proves: rfc9700-2.1-exact-redirect-uri, rfc9700-4.1.3-exact-redirect-uri, core-3.1.2.1-redirect-uri-exact
  // proves: threat-redirect-uri
  test.each([
    ['no redirect_uri', ''],
    ['another host', 'https://evil.example.test:8443/api/v1/sso/callback/?from=portico'],
    ['another scheme', CALLBACK.replace('https', 'http')],
    ['the scheme in capitals', CALLBACK.replace('https', 'HTTPS')],
    ['the host in capitals', CALLBACK.replace('permits', 'PERMITS')],
    ['the path in capitals', CALLBACK.replace('callback', 'Callback')],
    ['no trailing slash', CALLBACK.replace('callback/', 'callback')],
    ['two trailing slashes', CALLBACK.replace('callback/', 'callback//')],
    ['no query', CALLBACK.replace('?from=portico', '')],
    ['an empty query', CALLBACK.replace('?from=portico', '?')],
    ['more query', `${CALLBACK}&next=https://evil.example.test`],
    ['a fragment', `${CALLBACK}#x`],
    ['an empty fragment', `${CALLBACK}#`],
    ['another port', CALLBACK.replace(':8443', ':8444')],
    ['no port', CALLBACK.replace(':8443', '')],
    ['a user name', CALLBACK.replace('https://', 'https://permits.example.test@')],
    [
      'a host behind a user name',
      CALLBACK.replace('permits.example.test:8443', 'permits.example.test:8443@evil.test'),
    ],
    ['a host behind a backslash', CALLBACK.replace('permits', 'evil.test\\@permits')],
    ['a dot after the host', CALLBACK.replace('test:', 'test.:')],
    ['a subdomain', CALLBACK.replace('permits', 'x.permits')],
    ['a longer host', CALLBACK.replace('example.test', 'example.test.evil.test')],
    ['a percent-encoded letter', CALLBACK.replace('sso', 'ss%6F')],
    ['a percent-encoded slash', CALLBACK.replace('callback/', 'callback%2F')],
    ['double encoding', encodeURIComponent(CALLBACK)],
    ['dot segments', CALLBACK.replace('callback/', 'x/../callback/')],
    ['a space before it', ` ${CALLBACK}`],
    ['a line feed after it', `${CALLBACK}\n`],
    ['a tab within it', CALLBACK.replace('permits', 'per\tmits')],
    ['a prefix of it', CALLBACK.slice(0, -1)],
    ['something after it', `${CALLBACK}x`],
    ['only its path', '/api/v1/sso/callback/?from=portico'],
    ['no scheme', CALLBACK.replace('https:', '')],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a full-width letter', CALLBACK.replace('callback', 'callbac\uff4b')],
  ])('%s is a 400 page: exact strings alone count (RFC 9700 section 4.1.3)', async (_name, redirectUri) => {
    await expectRefusedForEverybody(query({ redirect_uri: redirectUri }))
  })

  // proves: design-7.10-authorize-no-redirect, threat-repeated-parameters
  test.each([
    ['missing', () => query({ redirect_uri: '' })],
    ['repeated', () => query({}, `&redirect_uri=${encodeURIComponent(CALLBACK)}`)],
  ])('one that is %s is not called unregistered', async (_case, address) => {
    const { body } = await service.browser().get(address(), { follow: false })
    expect(body).toContain('did not say to which address you return')
    expect(body).not.toContain('not registered')
  })

  test('a repeated redirect_uri is a 400 page, the same one twice too (RFC 6749 section 3.1)', async () => {
    await expectRefusedForEverybody(query({}, `&redirect_uri=${encodeURIComponent(CALLBACK)}`))
    await expectRefusedForEverybody(query({}, '&redirect_uri=https%3A%2F%2Fevil.example.test'))
    await expectRefusedForEverybody(query({}, '&redirect_uri='))
  })

  // proves: threat-redirect-uri
  test('the callback of another program is a 400 page', async () => {
    const other = await addProgram(service, { redirectUris: ['https://library.example.test/cb'] })
    await expectRefusedForEverybody(query({ redirect_uri: other.redirectUri }))
  })

  // proves: rfc6749-3.1.2-redirect-uri-form
  test('a registered callback with a query keeps it, and gets its parameters after it (RFC 6749 section 3.1.2)', async () => {
    const refused = await service.browser().get(query({ nonce: '' }), { follow: false })
    expect(refused.location).toMatch(
      /^https:\/\/permits\.example\.test:8443\/api\/v1\/sso\/callback\/\?from=portico&error=/,
    )
    const page = await signedIn.get(query(), { follow: false })
    const allowed = await signedIn.submit(page, {}, { button: 'Continue', follow: false })
    expect(allowed.location).toMatch(/\?from=portico&code=/)
  })

  // proves: rfc6749-3.1.2.3-one-of-several
  test('of several callbacks each may be asked for, and the answer goes there', async () => {
    const uris = ['https://a.example.test/cb', 'https://b.example.test/cb', 'http://127.0.0.1:9999/cb']
    const many = await addProgram(service, { redirectUris: uris, confirmation: 'skip-first-time' })
    for (const uri of uris) {
      const answer = await signedIn.get(authorizeAddress(newAttempt(many, { redirect_uri: uri })), {
        follow: false,
      })
      expect(answer.location).toMatch(new RegExp(`^${uri.replaceAll('.', '\\.')}\\?code=`))
    }
  })

  // proves: rfc6749-3.1.2.2-redirect-uri-registered, rfc9700-4.11-no-open-redirect
  test('a callback that is registered no more is refused at once, and a new one taken at once', async () => {
    const first = 'https://old.example.test/cb'
    const moved = await addProgram(service, { redirectUris: [first], confirmation: 'skip-first-time' })
    const oldAddress = authorizeAddress(newAttempt(moved))
    expect((await signedIn.get(oldAddress, { follow: false })).status).toBe(302)
    const next = 'https://new.example.test/cb'
    await updateClient(service.foundation, moved.clientId, { redirectUris: [next] })
    await expectRefusedForEverybody(oldAddress)
    const answer = await signedIn.get(authorizeAddress(newAttempt(moved, { redirect_uri: next })), {
      follow: false,
    })
    expect(answer.location).toMatch(/^https:\/\/new\.example\.test\/cb\?code=/)
  })
})

// proves: core-6.1-no-request-object, threat-request-objects
test.each([
  ['request', 'eyJhbGciOiJub25lIn0.e30.'],
  ['request_uri', 'https://evil.example.test/request.jwt'],
  ['registration', '{"redirect_uris":["https://evil.example.test"]}'],
])(
  '%s cannot stand in for what is missing: a 400 page (OpenID Connect Core section 6.1)',
  async (name, value) => {
    await expectRefusedForEverybody(query({ redirect_uri: '', [name]: value }))
    await expectRefusedForEverybody(query({ client_id: '', [name]: value }))
  },
)

// proves: rfc6749-3.1.2.4-bad-redirect-shown
test('the refusal page says what happened, what to do and a reference, and repeats nothing of the request', async () => {
  const page = await service
    .browser()
    .get(query({ redirect_uri: 'https://evil.example.test/<script>' }), { follow: false })
  expect(page.html.text).toContain('This program cannot sign you in')
  expect(page.html.text).toContain(page.headers.get('x-request-id'))
  expect(page.body).not.toContain('evil.example.test')
})
