import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mintToken, readToken, TOKEN_PREFIXES, type TokenKind } from './opaque-token.ts'
import { randomUuid } from './random.ts'
import { systemRandom } from './system-random.ts'

const KINDS = Object.keys(TOKEN_PREFIXES) as TokenKind[]
const kind = fc.constantFrom(...KINDS)
const citizenId = fc.constant(undefined).map(() => randomUuid(systemRandom))

test('a token is read back: the same citizen, the same hash', () => {
  fc.assert(
    fc.property(kind, citizenId, (kindOfToken, id) => {
      const token = mintToken(systemRandom, kindOfToken, id)
      expect(readToken(kindOfToken, token.value.reveal())).toEqual({ citizenId: id, hash: token.hash })
    }),
  )
})

// proves: threat-partial-token
test('any one character changed makes another token or none', () => {
  const letters = [...'ABCXYZabcxyz0189-_=+/ .%\n\0é']
  fc.assert(
    fc.property(kind, citizenId, fc.nat(), fc.constantFrom(...letters), (kindOfToken, id, place, letter) => {
      const token = mintToken(systemRandom, kindOfToken, id)
      const value = token.value.reveal()
      const at = place % value.length
      const changed = value.slice(0, at) + letter + value.slice(at + 1)
      fc.pre(changed !== value)
      const read = readToken(kindOfToken, changed)
      expect(read?.hash.equals(token.hash) ?? false).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

// proves: threat-token-confusion
test('a token of one kind is none of another', () => {
  for (const made of KINDS) {
    const value = mintToken(systemRandom, made, randomUuid(systemRandom)).value.reveal()
    const taken = KINDS.filter((asked) => readToken(asked, value) !== undefined)
    expect(taken).toEqual([made])
  }
})

test('cut, lengthened, padded or wrapped it is no token', () => {
  fc.assert(
    fc.property(kind, citizenId, (kindOfToken, id) => {
      const value = mintToken(systemRandom, kindOfToken, id).value.reveal()
      for (const bent of [
        value.slice(0, -1),
        value.slice(1),
        `${value}A`,
        `${value}=`,
        ` ${value}`,
        `${value}\n`,
        `"${value}"`,
      ]) {
        expect(readToken(kindOfToken, bent)).toBeUndefined()
      }
    }),
  )
})

test('never throws, whatever comes', () => {
  fc.assert(
    fc.property(kind, fc.string({ unit: 'binary' }), (kindOfToken, value) => {
      expect(readToken(kindOfToken, value)).toBeUndefined()
    }),
  )
})

// proves: rfc6749-10.10-unguessable, rfc7636-4.4-challenge-kept
test('holds 32 random bytes: ten thousand are all different, and no two begin alike after the locator', () => {
  const id = randomUuid(systemRandom)
  const values = Array.from({ length: 10_000 }, () =>
    mintToken(systemRandom, 'access-token', id).value.reveal(),
  )
  expect(new Set(values).size).toBe(10_000)
  expect(new Set(values.map((value) => value.slice(-20))).size).toBe(10_000)
  expect(values[0]).toMatch(/^pat_[A-Za-z0-9_-]{64}$/)
})

test('prints as [secret] wherever it goes by accident', () => {
  const { value } = mintToken(systemRandom, 'access-token', randomUuid(systemRandom))
  expect([`${value}`, JSON.stringify({ value }), String(value)]).toEqual([
    '[secret]',
    '{"value":"[secret]"}',
    '[secret]',
  ])
})
