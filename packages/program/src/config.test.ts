import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { configFromEnv } from './config.ts'
import { SsoConfigError } from './config-error.ts'
import { faultOfReturnUri } from './config-problems.ts'
import { createProgramSso } from './create.ts'
import { secret, systemRandom } from './platform/index.ts'
import { generateEncryptionKey } from './sealing/index.ts'
import { memoryAccounts, memoryStore } from './testing/index.ts'

const GOOD = {
  SSO_IDENTITY_URL: 'https://id.example.test',
  SSO_CLIENT_ID: 'permits',
  SSO_CLIENT_SECRET: 'a secret',
  SSO_PROGRAM_URL: 'https://permits.example.test',
  SSO_RETURN_URIS: 'https://permits.example.test/signed-in  permits://signed-in',
  SSO_ENCRYPTION_KEYS: generateEncryptionKey(systemRandom, new Date(0)),
  NODE_ENV: 'test',
}
const make = (environment: Record<string, string>, changes: object = {}) =>
  createProgramSso({
    ...configFromEnv(environment),
    store: memoryStore(),
    accounts: memoryAccounts(),
    ...changes,
  })
const pathsOf = (environment: Record<string, string>, changes: object = {}) => {
  try {
    make(environment, changes)
    return []
  } catch (error) {
    return error instanceof SsoConfigError ? error.problems.map(({ path }) => path) : [String(error)]
  }
}

describe('the configuration', () => {
  // proves: program-limits-trusted-hop
  test.each([0, -1, 1.5, Number.NaN])(
    'refuses %d trusted hops: the visitor would name the address',
    (trustedHops) => {
      expect(pathsOf(GOOD, { clientIp: { header: 'x-forwarded-for', trustedHops } })).toEqual([
        'clientIp.trustedHops',
      ])
    },
  )

  test('refuses a header that cannot be one', () => {
    expect(pathsOf(GOOD, { clientIp: { header: 'x forwarded:', trustedHops: 1 } })).toEqual([
      'clientIp.header',
    ])
  })

  test('comes whole from the environment', () => {
    expect(pathsOf(GOOD)).toEqual([])
  })

  describe('in cookie mode', () => {
    test.each([{}, { name: 'permits_2' }, { keptAfterClosing: true }, { problemPage: '/sign-in?lang=en' }])(
      'accepts %j, with and without an app',
      (cookies) => {
        expect(pathsOf(GOOD, { cookies })).toEqual([])
        expect(pathsOf({ ...GOOD, SSO_RETURN_URIS: '' }, { cookies })).toEqual([])
      },
    )

    test.each(['__Host-permits;', 'two words', 'a=b', 'x'.repeat(33), 'a.b', 'ä', ''])(
      'refuses the name %j',
      (name) => {
        expect(pathsOf(GOOD, { cookies: { name } })).toEqual(['cookies.name'])
      },
    )

    test.each([
      'sign-in',
      '//evil.example',
      'https://evil.example/',
      '/\\evil',
      '/a/../b',
      '/api/v1/sso/login',
      '',
    ])('refuses the problem page %j', (problemPage) => {
      expect(pathsOf(GOOD, { cookies: { problemPage } })).toEqual(['cookies.problemPage'])
    })

    test('needs https outside this machine, because the cookie does', () => {
      const http = { ...GOOD, SSO_PROGRAM_URL: 'http://permits.example.test' }
      expect(pathsOf(http, { cookies: {} })).toEqual(['program.baseUrl'])
      expect(pathsOf({ ...GOOD, SSO_PROGRAM_URL: 'http://localhost:3000' }, { cookies: {} })).toEqual([])
    })

    test('a wrong return address of an app is still refused', () => {
      const wrong = { ...GOOD, SSO_RETURN_URIS: 'https://permits.example.test/*' }
      expect(pathsOf(wrong, { cookies: {} })).toEqual(['program.returnUris[0]'])
    })
  })

  // proves: threat-half-configured
  test('names everything that is missing at once', () => {
    expect(pathsOf({})).toEqual([
      'identity.baseUrl',
      'identity.clientId',
      'identity.clientSecret',
      'program.baseUrl',
      'program.returnUris',
      'encryptionKeys',
      'store',
    ])
  })

  test.each<[string, string, string]>([
    ['SSO_PROGRAM_URL', 'http://permits.example.test', 'program.baseUrl'],
    ['SSO_PROGRAM_URL', 'permits.example.test', 'program.baseUrl'],
    ['SSO_PROGRAM_URL', 'https://permits.example.test?x', 'program.baseUrl'],
    ['SSO_IDENTITY_URL', 'ftp://id.example.test', 'identity.baseUrl'],
    ['SSO_IDENTITY_URL', 'https://user:word@id.example.test', 'identity.baseUrl'],
    ['SSO_RETURN_URIS', 'https://permits.example.test/*', 'program.returnUris[0]'],
    ['SSO_RETURN_URIS', 'https://permits.example.test:6000/', 'program.returnUris[0]'],
    ['SSO_IDENTITY_URL', 'https://id.example.test:5061', 'identity.baseUrl'],
    ['SSO_ISSUER', 'https://id.example.test:5061', 'identity.issuer'],
    ['SSO_PROGRAM_URL', 'http://localhost:6000', 'program.baseUrl'],
    ['SSO_ENCRYPTION_KEYS', `k1:${btoa('x'.repeat(16))}`, 'encryptionKeys[0]'],
    ['SSO_ENCRYPTION_KEYS', btoa('x'.repeat(32)), 'encryptionKeys[0]'],
    ['SSO_TRUSTED_PROXIES', '10.0.0.0/8, proxy.internal', 'clientIp.trustedProxies[1]'],
    ['SSO_TRUSTED_PROXIES', '10.0.0.0/', 'clientIp.trustedProxies[0]'],
    ['SSO_ENCRYPTION_KEYS', `k1:${btoa('x'.repeat(32))} k1:${btoa('y'.repeat(32))}`, 'encryptionKeys[1]'],
    ['NODE_ENV', 'production', 'store'],
  ])('%s=%s is refused at %s', (name, value, path) => {
    expect(pathsOf({ ...GOOD, [name]: value })).toEqual([path])
  })

  // proves: program-5.2-access-15-minutes, program-5.2-session-14-days, program-5.5-30-seconds
  // proves: program-8-session-and-check
  test.each<[object, string]>([
    [{ validity: { ceilingMs: 30_001 } }, 'validity.ceilingMs'],
    [{ validity: { softMs: 30_001 } }, 'validity.softMs'],
    [{ session: { absoluteTtlMs: 14 * 86_400_000 + 1 } }, 'session.absoluteTtlMs'],
    [{ session: { accessTtlMs: 900_001 } }, 'session.accessTtlMs'],
  ])('%j is refused: the contract caps it', (changes, path) => {
    expect(pathsOf(GOOD, changes)).toEqual([path])
  })

  // proves: threat-app-return-redirect
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a.example.test/#x',
    'https://u@a.example.test/',
    'http://a.example.test/',
    'https://a.example.test/?sso_code=x',
    '/signed-in',
    'https://a.example.test\\@evil.example.test',
    'https://a.example.test/ x',
    'http://localhost:6000/',
  ])('%s is no return address', (uri) => {
    expect(faultOfReturnUri(uri)).not.toBeNull()
  })

  test.each([
    'https://a.example.test',
    'http://localhost:3000/x?y=1',
    'http://127.0.0.1/x',
    'permits://signed-in',
    'capacitor://localhost/x',
    'capacitor://localhost:6000/x',
  ])('%s is a return address', (uri) => {
    expect(faultOfReturnUri(uri)).toBeNull()
  })

  test.each(['SSO_RETURN_URIS', 'SSO_PROGRAM_URL'])('names the port as the reason: %s', (name) => {
    expect(() => make({ ...GOOD, [name]: 'https://permits.example.test:6000/' })).toThrow(
      /must be on a port that browsers open.*choose another port: no browser and no fetch opens this one/,
    )
  })

  // proves: program-1.4-no-secret-in-app, program-5.7-nothing-secret-logged
  test('has a message with path, value and fix, and without a secret', () => {
    expect(() =>
      make({ ...GOOD, SSO_PROGRAM_URL: 'http://a.example.test', SSO_ENCRYPTION_KEYS: 'k1:c2hvcnQ=' }),
    ).toThrow(
      /^2 settings need attention\n {2}program\.baseUrl .*must be https.*\n {2}encryptionKeys\[0\] .*npx portico-program keygen\nEach is explained at docs\/integrate\/errors\.md#settings-that-are-wrong$/,
    )
  })
})

describe('a secret', () => {
  // proves: program-1.4-no-secret-in-app, program-5.1-basic-from-backend
  test('cannot be printed', () => {
    const hidden = secret('the word')
    for (const printed of [
      String(hidden),
      `${hidden}`,
      JSON.stringify({ hidden }),
      inspect(hidden),
      inspect({ a: { hidden } }),
    ]) {
      expect(printed).toContain('[secret]')
      expect(printed).not.toContain('the word')
    }
    expect(hidden.reveal()).toBe('the word')
  })
})
