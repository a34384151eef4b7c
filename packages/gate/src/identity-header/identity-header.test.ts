import { secret } from '@portico/program'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { createIdentitySigner, deriveSigningKeys, type IdentityHeaderConfig } from './index.ts'

const key = (id: string, byte: number) => ({ id, key: secret(Buffer.alloc(32, byte).toString('base64url')) })
const CONFIG: IdentityHeaderConfig = {
  issuer: 'https://permits.example.org',
  audience: 'back-end',
  lifetimeSeconds: 60,
  plain: ['subject', 'name', 'email'],
}
const CITIZEN = { sessionId: 's1', subject: 'sub-1', account: 'a1', name: 'Ana', email: 'ana@example.org' }

async function signerAt(keys = [key('a', 1)], config = CONFIG) {
  let now = new Date('2026-01-05T10:00:00.500Z')
  const derived = await deriveSigningKeys(keys)
  const signer = createIdentitySigner({ config, keys: derived, clock: { now: () => now } })
  const published = createLocalJWKSet({ keys: derived.map(({ published }) => published) })
  return {
    signer,
    published,
    tokenOf: async (citizen = CITIZEN) => (await signer.headersFor(citizen))['x-portico-identity'] ?? '',
    pass: (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000)),
    verify: (token: string, audience = 'back-end') =>
      jwtVerify(token, published, {
        audience,
        issuer: CONFIG.issuer,
        algorithms: ['ES256'],
        currentDate: now,
      }),
  }
}

// proves: program-gate-signed-identity
describe('the signed identity', () => {
  test('is valid for its lifetime and its audience, and no longer and for no other', async () => {
    const { tokenOf, verify, pass } = await signerAt()
    const token = await tokenOf()
    await expect(verify(token)).resolves.toMatchObject({ payload: { sub: 'sub-1', account: 'a1' } })
    await expect(verify(token, 'another back end')).rejects.toThrow('aud')
    pass(60)
    await expect(verify(token)).rejects.toThrow('exp')
  })

  test('is used again for half of its lifetime, and then made anew', async () => {
    const { tokenOf, pass } = await signerAt()
    const token = await tokenOf()
    pass(29)
    expect(await tokenOf()).toBe(token)
    pass(1)
    expect(await tokenOf()).not.toBe(token)
  })

  test.each([
    ['the subject', { subject: 'sub-2' }],
    ['the account', { account: 'a2' }],
    ['the name', { name: 'Eva' }],
    ['the address', { email: 'eva@example.org' }],
    ['the session', { sessionId: 's2' }],
  ])('is made anew when %s differs', async (_what, change) => {
    const { tokenOf } = await signerAt()
    const token = await tokenOf()
    const other = await tokenOf({ ...CITIZEN, ...change })
    expect(other).not.toBe(token)
  })

  test('of the future is not used when the clock was set back', async () => {
    const { tokenOf, pass } = await signerAt()
    const token = await tokenOf()
    pass(-3600)
    expect(await tokenOf()).not.toBe(token)
  })

  test('of one gate is verified by the keys of another one with the same encryption keys, also while they change', async () => {
    const [old, next] = [key('a', 1), key('b', 2)]
    const before = await signerAt([old])
    const announced = await signerAt([old, next])
    const changed = await signerAt([next, old])
    for (const verifier of [before, announced, changed]) {
      await expect(verifier.verify(await before.tokenOf())).resolves.toBeDefined()
      await expect(verifier.verify(await announced.tokenOf())).resolves.toBeDefined()
    }
    await expect(announced.verify(await changed.tokenOf())).resolves.toBeDefined()
    await expect(before.verify(await changed.tokenOf())).rejects.toThrow('no applicable key')
  })

  test('the private key is neither the encryption key nor published', async () => {
    const [derived] = await deriveSigningKeys([key('a', 1)])
    const text = JSON.stringify(derived?.published)
    expect(text).not.toContain('"d"')
    expect(text).not.toContain(Buffer.alloc(32, 1).toString('base64url').slice(0, 20))
    await expect(crypto.subtle.exportKey('jwk', derived!.privateKey)).rejects.toThrow()
  })
})

describe('plain headers', () => {
  test.each([
    ['Ana Žižka', 'Ana %C5%BDi%C5%BEka'],
    ['a\r\nX-Portico-Subject: other', 'a%0D%0AX-Portico-Subject: other'],
    ['50%0d', '50%250d'],
    [' x ', '%20x%20'],
    ['\u{1F600}', '%F0%9F%98%80'],
    ['\ud800', '%EF%BF%BD'],
    ['\0\x7f', '%00%7F'],
  ])('say %j without leaving the line', async (name, expected) => {
    const { signer } = await signerAt()
    expect((await signer.headersFor({ ...CITIZEN, name }))['x-portico-name']).toBe(expected)
  })

  test('are left out where nothing is known or nothing was asked for', async () => {
    const { signer } = await signerAt()
    expect(Object.keys(await signer.headersFor({ ...CITIZEN, name: null, email: null })).sort()).toEqual([
      'x-portico-identity',
      'x-portico-subject',
    ])
    const silent = await signerAt(undefined, { ...CONFIG, plain: [] })
    expect(Object.keys(await silent.signer.headersFor(CITIZEN))).toEqual(['x-portico-identity'])
  })
})
