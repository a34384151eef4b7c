import { describe, expect, test } from 'vitest'
import { keyring } from '../platform/keyring.ts'
import { systemRandom } from '../platform/system-random.ts'
import { openHash, readBroughtHash, sealHash } from './stored-hash.ts'

const SSHA = '{SSHA}ZQ8u3lvxjZKTgZc2uC5ZF5dQX2V0c2FsdA=='
const ID = '7f0c2c1e-3a54-4b1c-9d0a-5b1f0c7d2e11'
const ring = keyring([Buffer.alloc(32, 1)], systemRandom)

describe('a hash that is brought', () => {
  test.each([
    [` ${SSHA}\n`, SSHA, false],
    ['', '', false],
    ['5f4dcc3b5aa765d61d8327deb882cf99', '', true],
  ])('%j is kept as %j', (given, text, isWeak) => {
    expect(readBroughtHash(given)).toEqual({ ok: true, value: { text, isWeak } })
  })
  test.each([
    ['plain text', /of no kind/],
    [7, /of no kind/],
    [[], /of no kind/],
    [{}, /of no kind/],
    [`$2b$31$${'A'.repeat(53)}`, /more work/],
  ])('%j is not taken', (given, says) => {
    expect(readBroughtHash(given)).toEqual({ ok: false, refusal: expect.stringMatching(says) })
  })
})

describe('what is stored', () => {
  test('says nothing of the hash, and is opened for its citizen alone', () => {
    const passwordHash = sealHash(ring, ID, SSHA)
    expect(passwordHash).not.toContain(SSHA.slice(6, 20))
    expect(openHash(ring, { citizenId: ID, passwordHash })).toBe(SSHA)
    expect(openHash(ring, { citizenId: ID.replace('7', '8'), passwordHash })).toBe('')
    expect(openHash(keyring([Buffer.alloc(32, 2)], systemRandom), { citizenId: ID, passwordHash })).toBe('')
  })
  test.each(['', '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA'])(
    'by ourselves is given as it is (%j)',
    (passwordHash) => {
      expect(openHash(ring, { citizenId: ID, passwordHash })).toBe(passwordHash)
    },
  )
})
