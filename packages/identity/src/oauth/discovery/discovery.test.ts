import { exportSPKI, importJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onPort, startTestService, type TestService } from '../../../testing/test-service.ts'

const DOCUMENT = '/.well-known/openid-configuration'
const KEYS = '/o/.well-known/jwks.json'

let service: TestService
let document: Record<string, unknown>

beforeAll(async () => {
  service = await startTestService()
  document = (await (await fetch(service.baseUrl + DOCUMENT)).json()) as Record<string, unknown>
})
afterAll(() => service.close())

describe('the document (OpenID Connect Discovery 1.0 section 3)', () => {
  // proves: contract-2.7-issuer, contract-2.7-required-endpoints, contract-2.7-userinfo-endpoint
  // proves: contract-2.7-challenge-methods, contract-9.2-oauth-without-version, rfc9700-2.1.1-pkce-announced
  // proves: discovery-3-endpoints
  test('names the endpoints of the contract (contract 2.7 and 4.1)', () => {
    expect(document).toMatchObject({
      issuer: service.baseUrl,
      authorization_endpoint: `${service.baseUrl}/o/authorize/`,
      token_endpoint: `${service.baseUrl}/o/token/`,
      userinfo_endpoint: `${service.baseUrl}/o/userinfo/`,
      jwks_uri: `${service.baseUrl}/o/.well-known/jwks.json`,
      revocation_endpoint: `${service.baseUrl}/o/revoke/`,
      introspection_endpoint: `${service.baseUrl}/api/integrations/introspect/`,
      code_challenge_methods_supported: ['S256'],
    })
  })

  // proves: rfc9207-3-announced, rfc9700-2.6-metadata, core-9-basic-only, discovery-3-required-members
  test('has every member that is required, and says that iss comes back (RFC 9207 section 3)', () => {
    expect(document).toMatchObject({
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
    })
  })

  // proves: core-5.5-no-claims-parameter, discovery-3-says-no
  test('says no where leaving it out would mean yes (Discovery section 3)', () => {
    expect(document['request_uri_parameter_supported']).toBe(false)
    expect(document['request_parameter_supported']).toBe(false)
    expect(document['claims_parameter_supported']).toBe(false)
  })

  // proves: contract-1.3-no-dynamic-registration, contract-1.3-no-rp-logout, contract-1.3-no-back-channel-logout
  // proves: contract-6-no-events, discovery-3-nothing-absent-named
  test.each([
    'registration_endpoint',
    'end_session_endpoint',
    'check_session_iframe',
    'backchannel_logout_supported',
    'frontchannel_logout_supported',
    'device_authorization_endpoint',
    'pushed_authorization_request_endpoint',
    'introspection_signing_alg_values_supported',
    'userinfo_signing_alg_values_supported',
    'request_object_signing_alg_values_supported',
  ])('does not name %s, which is not there (contract 1.3)', (name) => {
    expect(document).not.toHaveProperty(name)
  })

  // proves: contract-1.3-no-implicit, core-2-signed, discovery-3-nothing-absent-named, threat-request-objects
  test('names nothing that the contract rules out', () => {
    const words = JSON.stringify(document)
    for (const word of [
      'implicit',
      'password',
      'plain"',
      'client_secret_post',
      '"none","RS',
      'HS256',
      'id_token token',
    ]) {
      expect(words).not.toContain(word)
    }
  })

  // proves: contract-4.1-discovery, discovery-4-path, discovery-4.2-json, threat-caches
  test('may be kept for some minutes, by anybody, and is JSON', async () => {
    const answer = await fetch(service.baseUrl + DOCUMENT)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  // proves: contract-2.7-required-endpoints, discovery-3-endpoints
  test.each([
    ['authorization_endpoint', 'GET', [400]],
    ['token_endpoint', 'POST', [401]],
    ['userinfo_endpoint', 'GET', [401]],
    ['jwks_uri', 'GET', [200]],
    ['revocation_endpoint', 'POST', [401]],
    ['introspection_endpoint', 'POST', [401]],
  ])('%s is there', async (name, method, statuses) => {
    const answer = await fetch(String(document[name]), { method, redirect: 'manual' })
    expect(statuses).toContain(answer.status)
  })

  // proves: rfc9700-4.13-proxy-headers, threat-host-header
  test.each([
    { host: 'evil.example.test' },
    { 'x-forwarded-host': 'evil.example.test' },
    { forwarded: 'host=evil.example.test;proto=https' },
    { 'x-forwarded-proto': 'https', 'x-forwarded-port': '1', 'x-forwarded-prefix': '/evil' },
    { 'x-original-url': '/evil', 'x-rewrite-url': '/evil' },
  ])('cannot be led astray by %o', async (headers) => {
    const answer = await fetch(service.baseUrl + DOCUMENT, { headers })
    expect(await answer.json()).toEqual(document)
  })

  // proves: rfc7009-2-https, rfc7662-2-authenticated-https, core-16.17-tls, discovery-4.3-issuer-matches
  test('is the same at the address that the deployment has, whatever it listens on', async () => {
    const behind = await startTestService({ environment: { PORTICO_BASE_URL: 'https://id.example.test' } })
    const answer = await fetch(onPort(behind).baseUrl + DOCUMENT)
    const body = (await answer.json()) as Record<string, unknown>
    await behind.close()
    expect(body['issuer']).toBe('https://id.example.test')
    const addresses = Object.entries(body).filter(([name]) => /_(?:endpoint|uri)$/.test(name))
    for (const [, value] of addresses) expect(value).toMatch(/^https:\/\/id\.example\.test\//)
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
  })

  // proves: discovery-4.1-get
  test.each([DOCUMENT, KEYS])('%s answers HEAD as GET without the body, and nothing else', async (path) => {
    const head = await fetch(service.baseUrl + path, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('cache-control')]).toEqual([
      200,
      '',
      'public, max-age=300',
    ])
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await fetch(service.baseUrl + path, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  // proves: design-7.28-exact-paths
  test.each([`${DOCUMENT}/`, '/.well-known/oauth-authorization-server', `${KEYS}/`, '/o/.well-known/'])(
    '%s is 404 in JSON: paths are exactly as written (design 7, row 28)',
    async (path) => {
      const answer = await fetch(service.baseUrl + path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
    },
  )
})

describe('the key set (contract 2.8, RFC 7517)', () => {
  // proves: contract-2.8-public-rsa-keys, contract-2.8-nothing-private, contract-4.1-jwks, rfc7517-4-public-members
  // proves: rfc7517-5-keys-list, rfc7518-3.3-2048-bits, rfc7518-6.3.1-n-e-encoding, discovery-3-keys, threat-key-theft
  test('has public RSA keys and no private member at all', async () => {
    const { keys } = (await (await fetch(service.baseUrl + KEYS)).json()) as {
      keys: Record<string, string>[]
    }
    expect(keys).toHaveLength(1)
    for (const key of keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
      expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig', e: 'AQAB' })
      expect(Buffer.from(key['n'] ?? '', 'base64url').length).toBe(256)
      expect(await exportSPKI((await importJWK(key, 'RS256')) as Parameters<typeof exportSPKI>[0])).toContain(
        'PUBLIC KEY',
      )
    }
  })

  test('may be kept for some minutes, and holds nothing of anybody', async () => {
    const answer = await fetch(service.baseUrl + KEYS)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})
