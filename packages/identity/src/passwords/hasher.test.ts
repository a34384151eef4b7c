import { parseOptions } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { refused } from '../platform/result.ts'
import { type Argon2, argon2InThreads, NOBODYS_HASH } from './argon2.ts'
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
  test.each(['$nonsense', 'x', '$argon2id$v=19$m=19456,t=2,p=1$short', 'x'.repeat(100_000)])(
    'a hash that cannot be read is said to be one, and frees its place (%#)',
    async (unreadable) => {
      const small = createPasswordHasher({ concurrency: 1, maxWaiting: 0 })
      expect(await small.verify(unreadable, password)).toBe('unreadable')
      expect(await small.verify(undefined, password)).toBe('wrong')
    },
  )
  // proves: design-7.31-same-for-all
  test('a hash that cannot be read costs the same hash as every other comparison', async () => {
    const compared: string[] = []
    const argon2: Argon2 = {
      ...argon2InThreads,
      verify: (hash, given) => {
        compared.push(hash)
        return argon2InThreads.verify(hash, given)
      },
    }
    const counting = createPasswordHasher({ concurrency: 1, maxWaiting: 0, argon2 })
    expect(await counting.verify('$nonsense', password)).toBe('unreadable')
    expect(compared).toEqual(['$nonsense', NOBODYS_HASH])
  })
  test('where the process that hashes ends meanwhile, a hash that cannot be read is busy like every other', async () => {
    const verify: Argon2['verify'] = async (hash) => refused(hash === NOBODYS_HASH ? 'busy' : 'unreadable')
    const argon2 = { ...argon2InThreads, verify }
    const ending = createPasswordHasher({ concurrency: 1, maxWaiting: 0, argon2 })
    expect(await ending.verify('$nonsense', password)).toBe('busy')
  })
})
