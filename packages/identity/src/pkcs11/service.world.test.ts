import { renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { enterProgram, exchange, newAttempt, obtainCode } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { portico, type Ran, settingsFor } from '../command/portico.fixture.ts'
import type { KeyToken } from '../platform/key-token.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { rotateWhenDue } from '../signing-keys/index.ts'
import { openKeyToken } from './index.ts'
import { makeSoftTokens, PIN, SOFTHSM, type SoftTokens } from './softhsm.fixture.ts'

describe.skipIf(SOFTHSM === undefined)('a service whose signing keys are in a token', () => {
  let tokens: SoftTokens
  let database: TestDatabase
  let keyToken: KeyToken
  let settings: Record<string, string>
  const services: TestService[] = []

  beforeAll(() => {
    tokens = makeSoftTokens()
    process.env['SOFTHSM2_CONF'] = tokens.environment['SOFTHSM2_CONF']
  })
  beforeEach(async () => {
    database = await createTestDatabase()
    keyToken = openKeyToken(tokens.settings(), {
      ...tokens,
      random: systemRandom,
      log: { error: () => undefined },
    })
    settings = {
      ...settingsFor(database),
      PORTICO_PKCS11_MODULE: SOFTHSM ?? '',
      PORTICO_PKCS11_TOKEN: 'portico',
      PORTICO_PKCS11_PIN: PIN,
    }
  })
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.close()))
    await keyToken.close()
    await database.drop()
  })
  afterAll(() => tokens?.remove())

  async function start(changes: { keyToken?: KeyToken } = { keyToken }): Promise<TestService> {
    const service = await startTestService({ database, ...changes })
    services.push(service)
    return service
  }

  async function idTokenOf(service: TestService): Promise<string> {
    const { tokens: got } = await enterProgram(service, await addProgram(service), await addCitizen(service))
    const keys = createRemoteJWKSet(new URL(`${service.baseUrl}/o/.well-known/jwks.json`))
    const { payload } = await jwtVerify(got.id_token, keys, {
      issuer: service.baseUrl,
      currentDate: new Date(service.clock.now() * 1000),
    })
    expect(payload.sub).toBeTypeOf('string')
    return got.id_token
  }

  const checkOf = (doctor: Ran) =>
    doctor.json<{ checks: { check: string }[] }>().checks.find(({ check }) => check === 'Key token')

  const rotate = (environment: Record<string, string>, ...options: string[]) =>
    portico(environment, ['keys', 'rotate', '--emergency', '--yes', '--json', ...options])

  test('makes its first key there, and programs verify what it signs', async () => {
    const service = await start()
    const { kid } = decodeProtectedHeader(await idTokenOf(service))
    const listed = await portico(settings, ['keys', 'list', '--json'])
    expect(listed.json()).toMatchObject([{ kid, stage: 'signing', kept_in: 'token' }])
    const [stored] = await database.db.query<{ bytes: number }>`
      select length(sealed_private) as bytes from signing_keys`
    // A private key of 2048 bits has over 1,000 bytes.
    expect(stored?.bytes).toBeLessThan(200)
  })

  test('its key goes from the database into the token, and back', async () => {
    const service = await start({})
    const before = decodeProtectedHeader(await idTokenOf(service)).kid
    expect((await rotate(settings)).json()).toMatchObject({
      keys: [{ kid: before, kept_in: 'database' }, { kept_in: 'token' }],
    })
    const inToken = await start()
    const { kid } = decodeProtectedHeader(await idTokenOf(inToken))
    expect(kid).not.toBe(before)
    const back = await rotate(settings, '--in-database')
    expect(back.exitCode).toBe(0)
    const again = await start({})
    expect(decodeProtectedHeader(await idTokenOf(again)).kid).toBe(back.json()['kid'])
  })

  test('does not start without the settings of the token while a key is there', async () => {
    await start()
    await expect(start({})).rejects.toThrow(/is in a token of PKCS#11: set PORTICO_PKCS11_MODULE/)
    const rotated = await rotate(settingsFor(database))
    expect([rotated.exitCode, rotated.err]).toEqual([1, expect.stringContaining('or give --in-database')])
    const { foundation } = services[0] as TestService
    await database.db
      .query`update signing_keys set created_at = created_at - interval '99 days', signs_from = signs_from - interval '99 days'`
    await expect(
      rotateWhenDue({ ...foundation, keyToken: undefined, clock: systemClock }, 90),
    ).rejects.toThrow(/is in a token/)
    expect(await database.db.query`select kid from signing_keys`).toHaveLength(1)
    const doctor = await portico(settingsFor(database), ['doctor', '--json'])
    expect(doctor.out).toContain('1 signing key is in a token of PKCS#11, and no setting names one')
  })

  test('while the token is away no code is spent: 503, and the same code is exchanged afterwards', async () => {
    const service = await start()
    const [client, citizen] = [await addProgram(service), await addCitizen(service)]
    const { browser } = await enterProgram(service, client, citizen)
    const attempt = newAttempt(client)
    const code = await obtainCode(browser, attempt)
    const folder = dirname(tokens.environment['SOFTHSM2_CONF'] ?? '')
    renameSync(`${folder}/tokens`, `${folder}/away`)
    try {
      // The first one finds it out, and loses its code.
      const lost = newAttempt(client)
      const first = await exchange(service, client, { ...lost, code: await obtainCode(browser, lost) })
      expect(first.status).toBe(503)
      const refused = await exchange(service, client, { ...attempt, code })
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
      const doctor = await portico(settings, ['doctor', '--json'])
      expect(checkOf(doctor)).toMatchObject({ state: 'wrong', says: expect.stringContaining('C_Initialize') })
    } finally {
      renameSync(`${folder}/away`, `${folder}/tokens`)
    }
    await expect.poll(() => service.service.signer.canSign(), { timeout: 20_000 }).toBe(true)
    expect(await exchange(service, client, { ...attempt, code })).toMatchObject({ status: 200 })
  })

  test('a token that does not have the key is named by doctor', async () => {
    await start()
    const healthy = await portico(settings, ['doctor', '--json'])
    expect(healthy.out).toContain('the token portico answers and has 1 signing key')
    tokens.add('empty')
    const empty = await portico({ ...settings, PORTICO_PKCS11_TOKEN: 'empty' }, ['doctor', '--json'])
    expect(empty.out).toMatch(/the token empty does not have [\w-]{43}/)
  })

  test('no key is made where the token refuses, and the command says why', async () => {
    await start({})
    const refused = await rotate({ ...settings, PORTICO_PKCS11_PIN: 'wrong' })
    expect([refused.exitCode, refused.err]).toEqual([1, expect.stringContaining('CKR_PIN_INCORRECT')])
    expect(await database.db.query`select kid from signing_keys`).toHaveLength(1)
  })

  test('what is sealed in the row of a key in a token is sealed anew with the others', async () => {
    const service = await start()
    const newer = Buffer.alloc(32, 9).toString('base64')
    const both = { ...settings, PORTICO_SECRET_KEY: `${newer},${settings['PORTICO_SECRET_KEY']}` }
    expect((await portico(both, ['keys', 'reseal'])).exitCode).toBe(0)
    await service.close()
    services.splice(0)
    services.push(await startTestService({ database, keyToken, secretKeys: [Buffer.alloc(32, 9)] }))
    await idTokenOf(services[0] as TestService)
  })
})
