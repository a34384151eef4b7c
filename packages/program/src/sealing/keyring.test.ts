import { expect, test } from 'vitest'
import { secret, systemRandom } from '../platform/index.ts'
import { createKeyring } from './index.ts'

const key = (id: string, letter = id) => ({ id, key: secret(btoa(letter.repeat(32))) })
const ring = createKeyring([key('a')], systemRandom)

// proves: threat-program-token-theft
test('what is sealed opens at its place, and shows nothing', async () => {
  const sealed = await ring.seal('sessions|1|central', { token: 'visible' })
  expect(Buffer.from(sealed.sealed).toString('latin1')).not.toContain('visible')
  expect(await ring.open('sessions|1|central', sealed)).toEqual({ token: 'visible' })
})

test.each(['sessions|2|central', 'handoffs|1|central', 'sessions|1|other', ''])(
  'it does not open at %s',
  async (place) => {
    expect(await ring.open(place, await ring.seal('sessions|1|central', 1))).toBeNull()
  },
)

// proves: program-5.3-central-tokens-sealed, threat-program-token-theft
test('one changed bit anywhere, or a cut, opens nothing', async () => {
  const sealed = await ring.seal('p', { a: 1 })
  for (let at = 0; at < sealed.sealed.length; at += 1) {
    const changed = Uint8Array.from(sealed.sealed, (byte, index) => (index === at ? byte ^ 1 : byte))
    expect(await ring.open('p', { ...sealed, sealed: changed })).toBeNull()
    expect(await ring.open('p', { ...sealed, sealed: sealed.sealed.slice(0, at) })).toBeNull()
  }
})

test('the same value is never sealed the same way twice', async () => {
  const [one, two] = [await ring.seal('p', 1), await ring.seal('p', 1)]
  expect(Buffer.from(one.sealed).equals(Buffer.from(two.sealed))).toBe(false)
})

test('a new key in front seals, the old one still opens; without it nothing opens', async () => {
  const old = await ring.seal('p', 1)
  const both = createKeyring([key('b'), key('a')], systemRandom)
  expect(await both.open('p', old)).toBe(1)
  expect((await both.seal('p', 1)).keyId).toBe('b')
  expect(await createKeyring([key('b')], systemRandom).open('p', old)).toBeNull()
  expect(await createKeyring([key('a', 'b')], systemRandom).open('p', old)).toBeNull()
})

test('derived values differ by label and by key, and stay the same otherwise', async () => {
  const both = createKeyring([key('b'), key('a')], systemRandom)
  const [newest, older] = await both.derive('x')
  expect(await ring.derive('x')).toEqual([older])
  expect(newest).not.toBe(older)
  expect(await ring.derive('y')).not.toEqual([older])
})
