import { describe, expect, test } from 'vitest'
import { BASE, type TestProgram, testProgram } from '../testing/program.ts'
import { createProgramSso } from './create.ts'
import type { SsoStore } from './store/index.ts'

type Stub = (path: string, genuine: Response) => Response | null | Promise<Response | null>

/** A program whose doctor gets changed responses from `stub`. Its own address leads to itself. */
const examined = async (stub: Stub = () => null, store: Partial<SsoStore> = {}, changes: object = {}) => {
  const program = testProgram()
  await program.sso.migrate()
  const seen: typeof fetch = async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input))
    const ours = url.origin === BASE
    const genuine = ours
      ? await program.sso.handle(new Request(url))
      : await program.identity.fetch(input, init)
    if (!genuine) throw new TypeError('fetch failed')
    return (await stub(url.pathname, genuine)) ?? genuine
  }
  const sso = createProgramSso({
    ...program.config,
    ...{ store: { ...program.store, ...store }, fetch: seen },
    ...changes,
  })
  const { ok, checks } = await sso.doctor()
  const check = (id: string) => checks.find((one) => one.id === id)
  return { ok, checks, check, program }
}
const only = (path: string, answer: (genuine: Response) => Response | Promise<Response>): Stub => {
  return (asked, genuine) => (asked.includes(path) ? answer(genuine) : null)
}

test('a correct program passes every check, and no check has a fix', async () => {
  const { ok, checks } = await examined()
  expect(ok).toBe(true)
  expect(checks.filter(({ fix }) => fix !== undefined)).toEqual([])
  expect(checks.map(({ id }) => id)).toEqual([
    ...[
      'database',
      'schema',
      'store-owner',
      'database-clock',
      'discovery',
      'issuer',
      'keys',
      'credentials',
      'callback',
    ],
    ...['own-address', 'return-addresses', 'ceiling', 'encryption-keys', 'capacity', 'revocations'],
  ])
})

describe('the doctor finds', () => {
  test.each<[string, string, Stub]>([
    [
      'another issuer',
      'discovery',
      only('openid-configuration', async (genuine) =>
        Response.json({ ...((await genuine.json()) as object), issuer: 'https://id.example.test/' }),
      ),
    ],
    [
      'no S256',
      'discovery',
      only('openid-configuration', async (genuine) =>
        Response.json({ ...((await genuine.json()) as object), code_challenge_methods_supported: ['plain'] }),
      ),
    ],
    [
      'no key set',
      'discovery',
      only('openid-configuration', async (genuine) =>
        Response.json({ ...((await genuine.json()) as object), jwks_uri: undefined }),
      ),
    ],
    [
      'a service that answers 500',
      'discovery',
      only('openid-configuration', () => new Response('', { status: 500 })),
    ],
    [
      'keys of another kind',
      'keys',
      only('jwks', () => Response.json({ keys: [{ kty: 'EC', crv: 'P-256' }] })),
    ],
    [
      'keys for encrypting',
      'keys',
      only('jwks', () => Response.json({ keys: [{ kty: 'RSA', use: 'enc' }] })),
    ],
    ['keys for RS512', 'keys', only('jwks', () => Response.json({ keys: [{ kty: 'RSA', alg: 'RS512' }] }))],
    ['no keys', 'keys', only('jwks', () => Response.json({ keys: [] }))],
    ['a key set that is a page', 'keys', only('jwks', () => new Response('<html>'))],
    [
      'a clock half a minute off',
      'identity-clock',
      only(
        'jwks',
        (genuine) => new Response(genuine.body, { headers: { date: 'Mon, 05 Jan 2026 10:00:31 GMT' } }),
      ),
    ],
    [
      'a refused secret',
      'credentials',
      only('introspect', () => Response.json({ error: 'invalid_client' }, { status: 401 })),
    ],
  ])('%s: %s', async (_what, id, stub) => {
    const { ok, check } = await examined(stub)
    expect([ok, check(id)?.ok]).toEqual([false, false])
    expect(check(id)?.fix).toMatch(/.{8}/)
  })

  test('both issuers, character by character', async () => {
    const { check } = await examined(
      () => null,
      {},
      { identity: { ...testProgram().config.identity, issuer: 'https://id.example.test/' } },
    )
    expect(check('discovery')?.message).toContain(
      '"https://id.example.test", settings say "https://id.example.test/"',
    )
  })

  test.each<[string, string, Partial<SsoStore>]>([
    [
      'a database that is away',
      'database',
      { version: () => Promise.reject(Object.assign(new Error(''), { code: 'ECONNREFUSED' })) },
    ],
    [
      'a schema that is behind',
      'schema',
      { version: async () => ({ current: 0, needed: 1, fits: false, owner: null }) },
    ],
    [
      'a newer schema that does not fit',
      'schema',
      { version: async () => ({ current: 9, needed: 1, fits: false, owner: null }) },
    ],
    [
      'a database clock half a minute off',
      'database-clock',
      { now: async () => new Date('2026-01-05T09:59:29Z') },
    ],
    ['more sessions than the budget carries', 'capacity', { countActiveSessions: async () => 701 }],
  ])('%s: %s', async (_what, id, store) => {
    const { ok, check } = await examined(() => null, store)
    expect([ok, check(id)?.ok]).toEqual([false, false])
    expect(check(id)?.message).toMatch(id === 'database' ? /ECONNREFUSED/ : /.{8}/)
  })

  test.each<[string, string, Stub, object]>([
    [
      'a clock three seconds off',
      'identity-clock',
      only(
        'jwks',
        (genuine) => new Response(genuine.body, { headers: { date: 'Mon, 05 Jan 2026 10:00:03 GMT' } }),
      ),
      {},
    ],
    [
      'an address that leads elsewhere',
      'own-address',
      only('/sso/config/', () => Response.json({ hello: 'world' })),
      {},
    ],
    [
      'an address that nobody answers at',
      'own-address',
      only('/sso/config/', () => new Response('', { status: 502 })),
      {},
    ],
    [
      'a scheme that any app may claim',
      'return-address',
      () => null,
      { program: { baseUrl: BASE, returnUris: ['permits://in'] } },
    ],
    [
      'no return address, which only pages need not have',
      'return-addresses',
      () => null,
      { program: { baseUrl: BASE, returnUris: [] }, cookies: {} },
    ],
    [
      'one key in production',
      'encryption-keys',
      () => null,
      { env: 'production', store: { ...testProgram().store, name: 'elsewhere' } },
    ],
  ])('%s, which is a note and no failure: %s', async (_what, id, stub, changes) => {
    const { ok, check } = await examined(stub, {}, changes)
    expect([ok, check(id)?.ok]).toEqual([true, true])
    expect(check(id)?.fix).toMatch(/.{8}/)
  })

  const asked = async (ip: string, changes: object = {}) => {
    const program = testProgram(changes)
    const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
    await program.ask('POST', 'begin/', { body, ip })
    return program
  }
  const callers = async ({ sso }: TestProgram) =>
    (await sso.doctor()).checks.find(({ id }) => id === 'callers')

  // proves: threat-app-limit-evasion
  test.each(['10.0.0.1', '127.0.0.1', '::1', 'fd00::7'])(
    'that all sign-ins of an hour came from %s, which is wrong where no proxy is named, and else a note',
    async (ip) => {
      const fix = expect.stringContaining('SSO_TRUSTED_PROXIES')
      const named = await asked(ip, { clientIp: { trustedProxies: ['192.168.0.2'] } })
      expect(await callers(named)).toMatchObject({ ok: true, fix })
      const program = await asked(ip)
      expect(await callers(program)).toMatchObject({ ok: false, fix })
      await program.clock.advance(3_600_000)
      expect(await callers(program)).toBeUndefined()
    },
  )

  // proves: threat-app-limit-evasion
  test('ranges of trusted proxies that are everybody, which are wrong', async () => {
    const checks = async (trustedProxies: readonly string[]) => {
      const { checks } = await testProgram({ clientIp: { trustedProxies } }).sso.doctor()
      return checks.filter(({ id }) => id === 'trusted-proxies')
    }
    expect(await checks(['10.0.0.0/8', '0.0.0.0/1', '128.0.0.0/1'])).toMatchObject([
      { ok: false, message: expect.stringContaining('0.0.0.0/1') },
      { ok: false, message: expect.stringContaining('128.0.0.0/1') },
    ])
    expect(await checks(['10.0.0.0/8'])).toEqual([])
  })

  test('no such note if addresses differ, if there were no sign-ins, and if throttles are off', async () => {
    expect(await callers(await asked('192.0.2.1'))).toBeUndefined()
    expect(await callers(testProgram())).toBeUndefined()
    expect(await callers(await asked('10.0.0.1', { throttle: false }))).toBeUndefined()
    const two = await asked('10.0.0.1')
    const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
    await two.ask('POST', 'begin/', { body, ip: '10.0.0.2' })
    expect(await callers(two)).toBeUndefined()
  })
})

test('a newer schema on which this code may run is a note of the doctor, with a fix', async () => {
  const version = async () => ({ current: 9, needed: 1, fits: true, owner: null })
  const { ok, check } = await examined(() => null, { version })
  expect(ok).toBe(true)
  expect(check('schema')).toEqual({
    ...{ id: 'schema', ok: true, fix: 'update @portico/program' },
    message: 'The schema is at version 9, newer than this code (1). This code may run on it.',
  })
})
