import { parseOptions } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { NOBODYS_HASH } from './argon2.ts'
import { createPasswordHasher } from './hasher.ts'

const hasher = createPasswordHasher({ concurrency: 2, maxWaiting: 100 })
const password = 'seven green horses'

async function hashOf(text: string): Promise<string> {
  const hashed = await hasher.hash(text)
  if (!hashed.ok) throw new Error(hashed.refusal)
  return hashed.value
}

describe('what is kept', () => {
  // proves: nist-3.1.1.2-slow-salted-hash
  test('Argon2id with 19 MiB, two passes and one lane, salted each time', async () => {
    const [one, other] = [await hashOf(password), await hashOf(password)]
    expect(one).not.toBe(other)
    expect(one).toMatch(/^\$argon2id\$/)
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1, saltLen: 16 })
  })
})

describe('comparing', () => {
  // proves: nist-3.1.1.2-unicode
  test('the password is right in either normal form', async () => {
    const hash = await hashOf('Zo\u00eb und die sieben Zwerge')
    expect(await hasher.verify(hash, 'Zoe\u0308 und die sieben Zwerge')).toBe('right')
  })
  // proves: nist-3.1.1.2-whole-password
  test.each(['seven green horse', 'Seven green horses', 'seven green horses ', '', 'x'.repeat(100_000)])(
    'anything else is wrong (%#)',
    async (other) => {
      expect(await hasher.verify(await hashOf(password), other)).toBe('wrong')
    },
  )
  test.each([undefined, ''])('without a hash every password is wrong (%j)', async (hash) => {
    expect(await hasher.verify(hash, password)).toBe('wrong')
    expect(await hasher.verify(hash, '')).toBe('wrong')
  })
  // proves: nist-3.1.1.2-whole-password, threat-giant-password
  test('a password of more than 256 characters is wrong even where its hash is kept', async () => {
    const giant = 'ab7 '.repeat(100)
    expect(await hasher.verify(await hashOf(giant), giant)).toBe('wrong')
  })
  // proves: design-7.31-same-for-all, threat-enumeration-by-effect
  test('no account, a giant password and a wrong one cost the same work', async () => {
    const hash = await hashOf(password)
    const costOf = (phc: string) => phc.split('$').slice(0, 4).join('$')
    expect(costOf(NOBODYS_HASH)).toBe(costOf(hash))
    const cases: readonly (readonly [string | undefined, string])[] = [
      [hash, 'wrong password here'],
      [undefined, password],
      [hash, 'x'.repeat(10_000)],
    ]
    for (const [known, given] of cases) {
      const single = createPasswordHasher({ concurrency: 1, maxWaiting: 0 })
      const underWay = single.verify(known, given)
      expect(await single.verify(hash, password), 'the one place is taken by real work').toBe('busy')
      expect(await underWay).toBe('wrong')
    }
  })
})

describe('a flood', () => {
  // proves: design-7.30-bounded-hashing, threat-hashing-flood
  test('more than may wait are told busy at once; all others get their answer, first come first served', async () => {
    const small = createPasswordHasher({ concurrency: 1, maxWaiting: 3 })
    const finished: number[] = []
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const answer = await small.verify(undefined, password)
        if (answer !== 'busy') finished.push(at)
        return answer
      }),
    )
    expect(answers.map((answer) => (answer === 'busy' ? 'b' : 'w')).join('')).toBe('wwwwbbbbbb')
    const begun = Array.from({ length: 4 }, () => small.verify(undefined, password))
    expect(small.reserve('one')).toBeUndefined()
    await Promise.all(begun)
    const place = small.reserve('one')
    expect(await small.verify(undefined, password, place)).toBe('wrong')
    expect(finished).toEqual([0, 1, 2, 3])
    expect(await small.hash(password)).toMatchObject({ ok: true })
  })
  test('a hash that cannot be read frees its place', async () => {
    const small = createPasswordHasher({ concurrency: 1, maxWaiting: 0 })
    await expect(small.verify('$nonsense', password)).rejects.toThrow()
    expect(await small.verify(undefined, password)).toBe('wrong')
  })
})
