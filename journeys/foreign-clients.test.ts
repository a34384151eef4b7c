import * as oauth from 'oauth4webapi'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Citizen } from '../packages/identity/src/citizens/index.ts'
import { addCitizen, addProgram, signIn, type TestClient } from '../packages/identity/testing/people.ts'
import type { TestBrowser, Visited } from '../packages/identity/testing/test-browser.ts'
import { startTestService, type TestService } from '../packages/identity/testing/test-service.ts'

let service: TestService
let citizen: Citizen
let program: TestClient
let config: oidc.Configuration

const SCOPE = 'openid profile email offline_access'

beforeAll(async () => {
  service = await startTestService()
  citizen = await addCitizen(service, { fullName: 'Ana Pérez Núñez', phoneNumber: '' })
  program = await addProgram(service)
  config = await discover(program.secret)
})

afterAll(async () => {
  await service?.close()
})

/** `openid-client` with its usual settings, which also checks the signatures of ID tokens. */
function discover(secret: string): Promise<oidc.Configuration> {
  return oidc.discovery(
    new URL(service.baseUrl),
    program.clientId,
    undefined,
    oidc.ClientSecretBasic(secret),
    {
      execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
    },
  )
}

/** The state of a program for one sign-in. */
interface Pending {
  readonly url: URL
  readonly checks: {
    readonly pkceCodeVerifier: string
    readonly expectedState: string
    readonly expectedNonce: string
    readonly idTokenExpected: true
  }
}

async function begin(extra: Readonly<Record<string, string>> = {}): Promise<Pending> {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()]
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: program.redirectUri,
    scope: SCOPE,
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...extra,
  })
  return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true } }
}

async function signedInBrowser(): Promise<TestBrowser> {
  const browser = service.browser()
  await signIn(browser, citizen)
  return browser
}

/** Follows the program's redirect, and goes through the pages to the callback. */
async function follow(browser: TestBrowser, url: URL, button = 'Continue'): Promise<URL> {
  const answer = await browser.get(url.href)
  return callbackOf(answer.status === 200 ? await browser.submit(answer, {}, { button }) : answer)
}

function callbackOf({ location, status, html }: Visited): URL {
  if (location?.startsWith(program.redirectUri)) return new URL(location)
  throw new Error(`No callback but ${status} ${location}: ${html.text.slice(0, 300)}`)
}

async function enter(browser: TestBrowser, extra: Readonly<Record<string, string>> = {}) {
  const pending = await begin(extra)
  const callback = await follow(browser, pending.url)
  return { callback, pending, tokens: await oidc.authorizationCodeGrant(config, callback, pending.checks) }
}

/** The error of a rejected promise. */
async function failureOf(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const failure: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failure instanceof Error) return failure as Error & Record<string, unknown>
  throw new Error('It succeeded')
}

// proves: contract-1.2-openid-provider, core-3.1.3.7-certified-clients
test('openid-client signs a citizen in from discovery to revocation (contract 1.2, 4.1, 4.3)', async () => {
  const browser = service.browser()
  const pending = await begin()
  const login = await browser.get(pending.url.href)
  const confirm = await browser.submit(login, {
    email: citizen.email,
    password: 'plain otter lantern canal',
  })
  const callback = callbackOf(await browser.submit(confirm, {}, { button: 'Continue' }))
  expect([...callback.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state'])

  const tokens = await oidc.authorizationCodeGrant(config, callback, pending.checks)
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 900, scope: SCOPE })
  const claims = tokens.claims()
  expect(claims).toMatchObject({
    iss: service.baseUrl,
    aud: program.clientId,
    sub: citizen.subject,
    name: 'Ana Pérez Núñez',
    email: citizen.email,
    email_verified: true,
    security_version: 1,
    sid: expect.any(String),
  })

  const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, citizen.subject)
  expect(userinfo).toMatchObject({ name: 'Ana Pérez Núñez', email: citizen.email, email_verified: true })
  expect(await oidc.tokenIntrospection(config, tokens.access_token)).toMatchObject({
    active: true,
    sub: citizen.subject,
    client_id: program.clientId,
    sid: claims?.['sid'],
    phone_number: '',
    phone_number_verified: false,
  })

  const again = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(again.refresh_token).not.toBe(tokens.refresh_token)
  expect(await oidc.tokenIntrospection(config, again.access_token)).toMatchObject({ active: true })
  await oidc.tokenRevocation(config, again.refresh_token ?? '')
  for (const token of [tokens.access_token, again.access_token])
    expect(await oidc.tokenIntrospection(config, token)).toEqual({ active: false })
})

// proves: contract-1.2-openid-provider, core-3.1.3.7-certified-clients
test('oauth4webapi signs a citizen in from discovery to revocation (contract 1.2, 4.1, 4.3)', async () => {
  const issuer = new URL(service.baseUrl)
  const http = { [oauth.allowInsecureRequests]: true }
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http))
  const client: oauth.Client = { client_id: program.clientId }
  const authentication = oauth.ClientSecretBasic(program.secret)
  const verifier = oauth.generateRandomCodeVerifier()
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: program.redirectUri,
    response_type: 'code',
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const callback = await follow(await signedInBrowser(), url)
  const parameters = oauth.validateAuthResponse(server, client, callback, state)
  const exchanged = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    program.redirectUri,
    verifier,
    http,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(server, exchanged, http)
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  expect(claims?.sub).toBe(citizen.subject)
  const userinfo = await oauth.processUserInfoResponse(
    server,
    client,
    citizen.subject,
    await oauth.userInfoRequest(server, client, tokens.access_token, http),
  )
  expect(userinfo.email).toBe(citizen.email)
  const rotated = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, authentication, tokens.refresh_token ?? '', http),
  )
  const look = async () =>
    oauth.processIntrospectionResponse(
      server,
      client,
      await oauth.introspectionRequest(server, client, authentication, rotated.access_token, http),
    )
  expect(await look()).toMatchObject({ active: true, scope: SCOPE })
  const revoked = await oauth.revocationRequest(server, client, authentication, rotated.access_token, http)
  await oauth.processRevocationResponse(revoked)
  expect(await look()).toEqual({ active: false })
})

// proves: contract-4.1-token-400-replay
test('a replayed code is invalid_grant to openid-client, and what it gave is dead (RFC 6749 §4.1.2, contract 3)', async () => {
  const { callback, pending, tokens } = await enter(await signedInBrowser())
  const failure = await failureOf(oidc.authorizationCodeGrant(config, callback, pending.checks))
  expect(failure).toBeInstanceOf(oidc.ResponseBodyError)
  expect(failure).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect(await oidc.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
})

test('a wrong verifier is invalid_grant, and the right one still works (RFC 7636 §4.6, contract 4.1)', async () => {
  const pending = await begin()
  const callback = await follow(await signedInBrowser(), pending.url)
  const wrong = { ...pending.checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() }
  const failure = await failureOf(oidc.authorizationCodeGrant(config, callback, wrong))
  expect(failure).toMatchObject({ status: 400, error: 'invalid_grant' })
  const tokens = await oidc.authorizationCodeGrant(config, callback, pending.checks)
  expect(tokens.claims()?.sub).toBe(citizen.subject)
})

test.each([
  ['token', (wrong: oidc.Configuration) => oidc.refreshTokenGrant(wrong, 'no token at all')],
  ['introspection', (wrong: oidc.Configuration) => oidc.tokenIntrospection(wrong, 'no token at all')],
  ['revocation', (wrong: oidc.Configuration) => oidc.tokenRevocation(wrong, 'no token at all')],
])(
  'a wrong secret at %s is 401 with a Basic challenge and an OAuth error (contract 4.1, 7)',
  async (_name, ask) => {
    const failure = await failureOf(ask(await discover(`${program.secret}x`)))
    expect(failure).toBeInstanceOf(oidc.WWWAuthenticateChallengeError)
    const { response, cause } = failure as unknown as {
      response: Response
      cause: readonly { readonly scheme: string }[]
    }
    expect(response.status).toBe(401)
    expect(cause.map(({ scheme }) => scheme)).toEqual(['basic'])
    expect(await response.json()).toMatchObject({ error: 'invalid_client' })
  },
)

// proves: rfc9700-4.5.3-code-injection
test('a callback with another state, issuer or nonce is refused by the client before anything is asked (contract 4.3.3)', async () => {
  const pending = await begin()
  const callback = await follow(await signedInBrowser(), pending.url)
  const bent = (name: string, value: string) => {
    const url = new URL(callback)
    url.searchParams.set(name, value)
    return url
  }
  for (const url of [bent('state', oidc.randomState()), bent('iss', 'https://other.example')]) {
    const failure = await failureOf(oidc.authorizationCodeGrant(config, url, pending.checks))
    expect(failure).toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' })
  }
  const without = new URL(callback)
  without.searchParams.delete('iss')
  const failure = await failureOf(oidc.authorizationCodeGrant(config, without, pending.checks))
  expect(failure, 'the discovery document promises iss (RFC 9207 §3)').toMatchObject({
    code: 'OAUTH_INVALID_RESPONSE',
  })
  const foreign = { ...pending.checks, expectedNonce: oidc.randomNonce() }
  const answered = await failureOf(oidc.authorizationCodeGrant(config, callback, foreign))
  expect(answered).toMatchObject({ code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' })
})

test('a citizen who cancels comes back to the program as access_denied, with state and issuer (RFC 6749 §4.1.2.1)', async () => {
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const pending = await begin()
  const callback = await follow(browser, pending.url, 'Cancel')
  expect(callback.searchParams.get('state')).toBe(pending.checks.expectedState)
  const failure = await failureOf(oidc.authorizationCodeGrant(config, callback, pending.checks))
  expect(failure).toBeInstanceOf(oidc.AuthorizationResponseError)
  expect(failure).toMatchObject({ error: 'access_denied' })
})

test('prompt=none tells the client login_required where nobody is signed in (OpenID Connect Core §3.1.2.6)', async () => {
  const pending = await begin({ prompt: 'none' })
  const callback = callbackOf(await service.browser().get(pending.url.href))
  const failure = await failureOf(oidc.authorizationCodeGrant(config, callback, pending.checks))
  expect(failure).toMatchObject({ error: 'login_required' })
})

// proves: core-2-auth-time
test('max_age is honoured and proven by auth_time (OpenID Connect Core §3.1.2.1)', async () => {
  const browser = await signedInBrowser()
  service.clock.advance(120)
  const pending = await begin({ max_age: '60' })
  const login = await browser.get(pending.url.href)
  const callback = callbackOf(
    await browser.submit(login, { email: citizen.email, password: 'plain otter lantern canal' }),
  )
  const tokens = await oidc.authorizationCodeGrant(config, callback, { ...pending.checks, maxAge: 60 })
  expect(tokens.claims()?.auth_time).toEqual(expect.any(Number))
})

// proves: contract-7-userinfo-401, rfc6750-3-challenge
test('a revoked access token is inactive and refused by userinfo with a Bearer challenge (RFC 7009 §2.2, RFC 6750 §3)', async () => {
  const { tokens } = await enter(await signedInBrowser())
  await oidc.tokenRevocation(config, tokens.access_token, { token_type_hint: 'access_token' })
  expect(await oidc.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
  const failure = await failureOf(oidc.fetchUserInfo(config, tokens.access_token, citizen.subject))
  expect(failure).toBeInstanceOf(oidc.WWWAuthenticateChallengeError)
  expect(failure).toMatchObject({
    status: 401,
    cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
  })
  await oidc.tokenRevocation(config, 'never issued')
})

test('a refresh token used twice is invalid_grant the second time, and the first answer stays good (contract 3)', async () => {
  const { tokens } = await enter(await signedInBrowser())
  const rotated = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
  const failure = await failureOf(oidc.refreshTokenGrant(config, tokens.refresh_token ?? ''))
  expect(failure).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect(await oidc.tokenIntrospection(config, rotated.access_token)).toMatchObject({ active: true })
  const narrowed = await oidc.refreshTokenGrant(config, rotated.refresh_token ?? '', {
    scope: 'openid email',
  })
  expect(narrowed.scope).toBe('openid email')
  const userinfo = await oidc.fetchUserInfo(config, narrowed.access_token, citizen.subject)
  expect(userinfo).not.toHaveProperty('name')
})

test('a program without offline_access gets no refresh token (OpenID Connect Core §11)', async () => {
  const { tokens } = await enter(await signedInBrowser(), { scope: 'openid' })
  expect(tokens.refresh_token).toBeUndefined()
  expect(tokens.claims()).not.toHaveProperty('email')
})

// proves: threat-introspection-leak
test('another program can neither redeem, refresh, see nor revoke what is not its own (contract 4.1)', async () => {
  const other = await addProgram(service, { name: 'Library' })
  const foreign = await oidc.discovery(
    new URL(service.baseUrl),
    other.clientId,
    undefined,
    oidc.ClientSecretBasic(other.secret),
    { execute: [oidc.allowInsecureRequests] },
  )
  const { tokens } = await enter(await signedInBrowser())
  const pending = await begin()
  const callback = await follow(await signedInBrowser(), pending.url)
  for (const attempt of [
    () => oidc.authorizationCodeGrant(foreign, callback, pending.checks),
    () => oidc.refreshTokenGrant(foreign, tokens.refresh_token ?? ''),
  ])
    expect(await failureOf(attempt())).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect(await oidc.tokenIntrospection(foreign, tokens.access_token)).toEqual({ active: false })
  await oidc.tokenRevocation(foreign, tokens.refresh_token ?? '')
  expect(await oidc.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true })
  expect((await oidc.authorizationCodeGrant(config, callback, pending.checks)).access_token).toBeTruthy()
})
