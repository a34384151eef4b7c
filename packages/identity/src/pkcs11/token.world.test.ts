// Takes over 10 s: nearly each test starts a process for the token, and most make RSA keys in it.
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, verify } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type KeyToken, TokenUnavailable } from '../platform/key-token.ts'
import type { LogFields } from '../platform/log.ts'
import { systemRandom } from '../platform/system-random.ts'
import { CKA } from './cryptoki.ts'
import { openKeyToken } from './index.ts'
import { loadModule } from './module.ts'
import { readAttribute } from './read-attribute.fixture.ts'
import { openSession } from './session.ts'
import { makeSoftTokens, PIN, SOFTHSM, type SoftTokens } from './softhsm.fixture.ts'
import { readKeyUri } from './uri.ts'

const CKA_PRIVATE_EXPONENT = 0x123n
const ANY = {
  uri: 'pkcs11:token=portico;id=%00;type=private',
  publicKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey,
}

describe.skipIf(SOFTHSM === undefined)('a token in software (SoftHSM)', () => {
  let tokens: SoftTokens
  const opened: KeyToken[] = []

  beforeAll(() => {
    tokens = makeSoftTokens()
  })
  afterEach(() => Promise.all(opened.splice(0).map((token) => token.close())))
  afterAll(() => tokens?.remove())

  function open(changes: Parameters<SoftTokens['settings']>[0] = {}) {
    const lines: (readonly [string, LogFields | undefined])[] = []
    const token = openKeyToken(tokens.settings(changes), {
      ...tokens,
      random: systemRandom,
      log: { error: (event, fields) => void lines.push([event, fields]) },
    })
    opened.push(token)
    const faults = () => lines.map(([event, fields]) => `${event}: ${fields?.['error.message'] ?? ''}`)
    return { token, lines, faults }
  }

  const isRight = (content: string, signature: Buffer, key: Parameters<typeof verify>[2]) =>
    verify('RSA-SHA256', Buffer.from(content), key, signature)

  test('makes a key of 2048 bits, and signs with it what its public key verifies', async () => {
    const { token } = open()
    const key = await token.makeKey()
    const { publicKey } = key
    expect(publicKey.asymmetricKeyDetails).toEqual({ modulusLength: 2048, publicExponent: 65537n })
    for (const content of ['', 'a', 'ä'.repeat(2_000)])
      expect(isRight(content, await token.sign(key, content), publicKey)).toBe(true)
    expect(isRight('b', await token.sign(key, 'a'), publicKey)).toBe(false)
  })

  test('each key is another, and each signs for itself alone', async () => {
    const { token } = open()
    const [one, other] = [await token.makeKey(), await token.makeKey()]
    expect(one.uri).not.toBe(other.uri)
    expect(isRight('a', await token.sign(one, 'a'), other.publicKey)).toBe(false)
    expect([await token.holds(one.uri), await token.holds(other.uri)]).toEqual([true, true])
  })

  test('its private part cannot be read, by whoever has the PIN', async () => {
    const { uri } = await open().token.makeKey()
    process.env['SOFTHSM2_CONF'] = tokens.environment['SOFTHSM2_CONF']
    const module = loadModule(SOFTHSM ?? '')
    const session = openSession(module, { label: 'portico', pin: PIN })
    const id = readKeyUri(uri)?.id ?? Buffer.of()
    expect(session.holds(id)).toBe(true)
    expect(() => readAttribute(module, id, CKA_PRIVATE_EXPONENT)).toThrow('CKR_ATTRIBUTE_SENSITIVE')
    expect(readAttribute(module, id, CKA.EXTRACTABLE)[0]).toBe(0)
    expect(readAttribute(module, id, CKA.MODULUS).subarray(0, 256)).not.toEqual(Buffer.alloc(256))
  })

  test('a key is there for another process, and after the token was closed', async () => {
    const key = await open().token.makeKey()
    const { publicKey } = key
    const { token } = open()
    await opened[0]?.close()
    expect(isRight('a', await token.sign(key, 'a'), publicKey)).toBe(true)
  })

  test('fifty that are asked at once are all right', async () => {
    const { token } = open()
    const key = await token.makeKey()
    const { publicKey } = key
    const contents = Array.from({ length: 50 }, (_, index) => `content ${index}`)
    const signatures = await Promise.all(contents.map((content) => token.sign(key, content)))
    const right = contents.map((content, index) =>
      isRight(content, signatures[index] ?? Buffer.of(), publicKey),
    )
    expect(right).toEqual(contents.map(() => true))
  })

  test('its PIN is in no argument and no variable of the process, and no variable of Portico is', async () => {
    process.env['PORTICO_SECRET_KEY'] = 'a key of the service'
    const { token } = open()
    await token.probe()
    delete process.env['PORTICO_SECRET_KEY']

    const children = execFileSync('pgrep', ['-P', `${process.pid}`, '-f', 'token-process'])
      .toString()
      .trim()
      .split('\n')
    const seen = children.flatMap((pid) =>
      ['environ', 'cmdline'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8')),
    )
    expect(seen.join()).toContain('SOFTHSM2_CONF')
    expect(seen.join()).toContain('token-process')
    expect(seen.join()).not.toContain(PIN)
    expect(seen.join()).not.toContain('PORTICO_')
  })

  describe('cannot be used, and says why', () => {
    test.each([
      ['a file that is missing', { module: '/nonexistent/module.so' }, /cannot be loaded/],
      ['a library of something else', { module: 'libm.so.6' }, /no function C_Initialize/],
      ['another label', { label: 'portic' }, /no token has the label portic; the module shows: portico/],
      ['the wrong PIN', { pin: 'wrong' }, /CKR_PIN_INCORRECT/],
      ['a PIN that is too long', { pin: 'x'.repeat(300) }, /CKR_PIN/],
    ])('%s', async (_, changes, why) => {
      const { token, faults } = open(changes)
      await expect(token.makeKey()).rejects.toThrow(TokenUnavailable)
      await expect.poll(() => faults()[0]).toMatch(why)
      expect(await token.canSign(ANY)).toBe(false)
      expect(faults().join()).not.toContain(PIN)
    })

    test('two tokens of one label', async () => {
      tokens.add('twin')
      tokens.add('twin')
      const { token, faults } = open({ label: 'twin' })
      await expect(token.probe()).rejects.toThrow(TokenUnavailable)
      expect(faults()[0]).toMatch(/2 tokens have the label twin/)
    })

    test('a key of another token, a key that is gone, a place that is none', async () => {
      const { token } = open()
      const key = await token.makeKey()
      const { uri } = key
      const gone = { ...key, uri: uri.replace(/id=%../, 'id=%00') }
      expect(await token.holds(gone.uri)).toBe(false)
      expect(await token.holds(uri.replace('portico', 'other'))).toBe(false)
      await expect(token.sign(gone, 'a')).rejects.toThrow(/has no private key/)
      await expect(token.sign({ ...key, uri: 'pkcs11:nonsense' }, 'a')).rejects.toThrow(TokenUnavailable)
      await expect(token.holds('pkcs11:nonsense')).rejects.toThrow(TokenUnavailable)
      expect(await token.canSign(gone)).toBe(false)
    })
  })

  // proves: threat-token-pin-lock
  test('a wrong PIN is tried once, however often it is asked', async () => {
    const { token, lines } = open({ pin: 'wrong' })
    for (let time = 0; time < 5; time += 1) await expect(token.probe()).rejects.toThrow(TokenUnavailable)
    expect(lines).toEqual([
      [
        'key-token-unavailable',
        { 'portico.token': 'portico', 'error.message': 'C_Login: CKR_PIN_INCORRECT' },
      ],
    ])
  })

  test('a process that is killed is replaced, and what was asked meanwhile is signed by the next', async () => {
    const { token, lines } = open()
    const key = await token.makeKey()
    const { publicKey } = key

    execFileSync('pkill', ['-KILL', '-P', `${process.pid}`, '-f', 'token-process'])
    expect(isRight('a', await token.sign(key, 'a'), publicKey)).toBe(true)
    expect(lines.map(([event]) => event)).toEqual(['key-token-process-ended'])
  })

  test('a token that is away is unavailable, and it heals by itself', async () => {
    const { token } = open()
    const key = await token.makeKey()
    const { publicKey } = key
    const folder = dirname(tokens.environment['SOFTHSM2_CONF'] ?? '')
    renameSync(`${folder}/tokens`, `${folder}/away`)
    try {
      await expect(token.sign(key, 'a')).rejects.toThrow(TokenUnavailable)
      expect(await token.canSign(key)).toBe(false)
    } finally {
      renameSync(`${folder}/away`, `${folder}/tokens`)
    }
    await expect.poll(() => token.canSign(key), { timeout: 20_000 }).toBe(true)
    expect(isRight('a', await token.sign(key, 'a'), publicKey)).toBe(true)
  })

  test('a signature that the public key does not verify is never given, and the key can sign nothing', async () => {
    const { token } = open()
    const [one, other] = [await token.makeKey(), await token.makeKey()]
    const mixed = { uri: one.uri, publicKey: other.publicKey }
    await expect(token.sign(mixed, 'a')).rejects.toThrow(/has signed wrongly/)
    await expect.poll(() => token.canSign(one), { timeout: 20_000 }).toBe(true)
  })

  test('a content of any length and any characters is signed', async () => {
    const { token } = open()
    const key = await token.makeKey()
    for (const content of ['\u0001'.repeat(20_000), '\u0000', '🙂'.repeat(50_000)])
      expect(isRight(content, await token.sign(key, content), key.publicKey)).toBe(true)
  })

  test('after its end it starts nothing', async () => {
    const { token } = open()
    await token.probe()
    await token.close()
    await expect(token.probe()).rejects.toThrow(TokenUnavailable)
    expect(await token.canSign(ANY)).toBe(false)
  })
})
