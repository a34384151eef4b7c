import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD, type TestClient } from '../testing/people.ts'
import { type Entered, enterProgram, introspect } from '../testing/program-flow.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

const INTROSPECT = '/api/integrations/introspect/'
let service: TestService
let program: TestClient
let entered: Entered

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
  entered = await enterProgram(service, program, await addCitizen(service))
})
afterAll(() => service.close())

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(service.baseUrl + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })

const ENDPOINTS: [string, string, number][] = [
  ['POST', '/api/v1/accounts/register/', 400],
  ['POST', '/api/v1/accounts/recover/', 400],
  ['GET', '/.well-known/openid-configuration', 200],
  ['GET', '/o/.well-known/jwks.json', 200],
  ['GET', '/o/authorize/', 400],
  ['POST', '/o/token/', 401],
  ['GET', '/o/userinfo/', 401],
  ['POST', '/o/revoke/', 401],
  ['POST', INTROSPECT, 401],
  ['GET', '/api/health/', 200],
  ['GET', '/api/openapi.json', 200],
]

describe('addresses', () => {
  // proves: contract-4.1-paths-and-methods, contract-9.2-oauth-without-version, design-7.13-405-and-head
  // proves: discovery-4-path, rfc6749-3.2-post-only
  test.each(ENDPOINTS)(
    '%s %s is there, and other methods are not (contract 4.1, 9.2)',
    async (method, path, status) => {
      expect((await ask(method, path)).status).toBe(status)
      for (const other of method === 'POST' ? ['DELETE', 'GET', 'HEAD'] : ['DELETE']) {
        const refused = await ask(other, path)
        expect(refused.status, other).toBe(405)
        expect(refused.headers.get('allow')).toContain(method)
      }
    },
  )

  // proves: contract-9.2-enrollment-version
  test.each([
    '/api/accounts/register/',
    '/api/v2/accounts/register/',
    '/v1/accounts/register/',
    '/api/v1/o/token/',
    '/v1/o/token/',
    '/o/v1/token/',
  ])(
    '%s is not: enrollment is under /api/v1/, OpenID Connect under /o/ without a version (contract 9.2)',
    async (path) => {
      expect((await ask('POST', path)).status).toBe(404)
    },
  )

  // proves: contract-9.3-no-program-endpoints
  test.each(['config', 'begin', 'callback', 'exchange', 'status', 'logout', 'refresh'])(
    'the program’s own /api/v1/sso/%s/ is not served here (contract 9.3)',
    async (name) => {
      for (const method of ['GET', 'POST']) {
        const answer = await ask(method, `/api/v1/sso/${name}/`)
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          404,
          'application/json; charset=utf-8',
        ])
      }
    },
  )

  // proves: contract-1.3-no-dynamic-registration, contract-6-no-events
  test.each([
    '/o/register/',
    '/o/clients/',
    '/o/logout/',
    '/o/end_session/',
    '/o/par/',
    '/o/device_authorization/',
  ])(
    '%s is not there: no dynamic registration, no RP-initiated logout, no other flow (contract 1.3)',
    async (path) => {
      for (const method of ['GET', 'POST']) expect((await ask(method, path)).status).toBe(404)
    },
  )
})

describe('who has to prove what (contract 5)', () => {
  // proves: contract-4.1-jwks, contract-4.1-health, contract-5-discovery-open
  test.each(['/.well-known/openid-configuration', '/o/.well-known/jwks.json', '/api/health/'])(
    '%s asks for no credentials and looks at none',
    async (path) => {
      const plain = await (await ask('GET', path)).text()
      for (const authorization of ['Basic bm9ib2R5Ondyb25n', 'Bearer garbage']) {
        const answer = await ask('GET', path, { authorization, cookie: 'portico_session=garbage' })
        expect([answer.status, await answer.text()]).toEqual([200, plain])
      }
    },
  )

  // proves: contract-5-basic-at-backends
  test.each(['/o/token/', '/o/revoke/', INTROSPECT])(
    '%s takes neither the citizen’s cookie nor a bearer token for the client',
    async (path) => {
      const cookie = [...entered.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      for (const proof of [{ cookie }, { authorization: `Bearer ${entered.tokens.access_token}` }]) {
        const answer = await ask('POST', path, { ...form, ...proof }, `token=${entered.tokens.access_token}`)
        expect(answer.status).toBe(401)
      }
      expect((await introspect(service, program, entered.tokens.access_token))['active']).toBe(true)
    },
  )

  // proves: contract-4.1-userinfo, contract-5-bearer-at-userinfo
  test('userinfo takes a bearer token alone: neither the citizen’s cookie nor client credentials', async () => {
    const cookie = [...entered.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const bearer = { authorization: `Bearer ${entered.tokens.access_token}` }
    expect((await ask('GET', '/o/userinfo/', bearer)).status).toBe(200)
    expect((await ask('GET', '/o/userinfo/', { cookie })).status).toBe(401)
    expect((await ask('GET', '/o/userinfo/', { authorization: program.basic })).status).toBe(401)
  })

  test('the account pages take the citizen’s cookie alone: no token of a program opens them', async () => {
    for (const token of [entered.tokens.access_token, entered.tokens.id_token]) {
      const browser = service.browser()
      browser.cookies.set('portico_session', token)
      const headers = { authorization: `Bearer ${token}` }
      const answer = await browser.get('/account/sessions/', { follow: false, headers })
      expect([answer.status, new URL(answer.location ?? '').pathname]).toEqual([303, '/login/'])
    }
  })

  // proves: contract-1.4-secrets-on-backends, rfc7009-2.3-no-jsonp
  test.each(['/o/token/', '/o/revoke/', INTROSPECT])(
    '%s is for backends: no script of another origin may ask or read (contract 1.4, RFC 9700 section 2.6)',
    async (path) => {
      const origin = 'https://permits.example.test'
      const preflight = await ask('OPTIONS', path, { origin, 'access-control-request-method': 'POST' })
      const answer = await ask('POST', path, { origin, authorization: program.basic })
      expect([preflight.status, answer.status]).toEqual([405, 400])
      for (const { headers } of [preflight, answer]) {
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    },
  )
})

describe('hosted pages (contract 1.6)', () => {
  // proves: contract-1.6-pages-for-browsers, design-7.27-account-addresses
  test.each(['/register/', '/login/', '/recover/', '/logout/'])(
    '%s is a page with a form, for anybody',
    async (path) => {
      const page = await service.browser().get(path, { follow: false })
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.html.querySelector('form')?.getAttribute('method')).toBe('post')
    },
  )

  // proves: design-7.27-account-addresses
  test.each(['/account/', '/account/sessions/'])(
    '%s is for who is signed in; others are led to the sign-in page (design 7, row 27)',
    async (path) => {
      const stranger = await service.browser().get(path, { follow: false })
      expect([stranger.status, new URL(stranger.location ?? '').pathname]).toEqual([303, '/login/'])
      expect((await entered.browser.get(path)).status).toBe(200)
    },
  )

  // proves: contract-1.6-sign-in-starts-at-authorize, rfc6749-10.15-no-open-redirector, threat-open-redirect
  test('/login/ starts no sign-in of a program: what stands in its address leads nowhere', async () => {
    const callback = encodeURIComponent(program.redirectUri)
    const query = `?client_id=${program.clientId}&redirect_uri=${callback}&next=${callback}&state=x&response_type=code`
    const browser = service.browser()
    const form = await browser.get(`/login/${query}`)
    const who = await addCitizen(service)
    const answer = await browser.submit(
      form,
      { email: who.email, password: TEST_PASSWORD },
      { follow: false },
    )
    expect([answer.status, answer.location]).toEqual([303, `${service.baseUrl}/account/`])
  })

  // proves: contract-1.3-no-rp-logout
  test('/logout/ takes no wish of a program: it stays here, and signs out by its own form alone (contract 1.3)', async () => {
    const browser = service.browser()
    await signIn(browser, await addCitizen(service))
    const wishes = {
      id_token_hint: entered.tokens.id_token,
      post_logout_redirect_uri: program.redirectUri,
      client_id: program.clientId,
      state: 'x',
    }
    const page = await browser.get(`/logout/?${new URLSearchParams(wishes)}`, { follow: false })
    expect([page.status, page.location]).toEqual([200, undefined])
    expect((await browser.post('/logout/', wishes, { follow: false })).status).toBe(403)
    expect((await browser.get('/account/sessions/', { follow: false })).status).toBe(200)
    const done = await browser.submit(page, wishes, { follow: false })
    expect(done.location ?? service.baseUrl).toContain(service.baseUrl)
    expect(done.body).not.toContain('permits.example.test')
    expect((await browser.get('/account/sessions/', { follow: false })).status).toBe(303)
  })
})
