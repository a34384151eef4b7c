import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mintToken } from '../platform/opaque-token.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { mintRefreshToken, readRefreshToken } from './refresh-token.ts'

const grant = fc
  .constant(undefined)
  .map(() => ({ citizenId: randomUuid(systemRandom), grantId: randomUuid(systemRandom) }))

test('a refresh token is read back: the same citizen, the same grant, the same hash', () => {
  fc.assert(
    fc.property(grant, (named) => {
      const { value, ...key } = mintRefreshToken(systemRandom, named)
      expect(key).toMatchObject(named)
      expect(readRefreshToken(value.reveal())).toEqual(key)
    }),
  )
})

// proves: threat-partial-token
test('with any one character changed it is no refresh token at all', () => {
  const letters = [...'ABCXYZabcxyz0189-_=+/ .%\n\0é']
  fc.assert(
    fc.property(grant, fc.nat(), fc.constantFrom(...letters), (named, place, letter) => {
      const value = mintRefreshToken(systemRandom, named).value.reveal()
      const at = place % value.length
      const changed = value.slice(0, at) + letter + value.slice(at + 1)
      fc.pre(changed !== value)
      expect(readRefreshToken(changed)).toBeUndefined()
    }),
    { numRuns: 2000 },
  )
})

test('cut, lengthened, padded, wrapped or in other case it is none either', () => {
  fc.assert(
    fc.property(grant, (named) => {
      const value = mintRefreshToken(systemRandom, named).value.reveal()
      for (const bent of [
        value.slice(0, -1),
        value.slice(1),
        value.slice(4),
        `${value}A`,
        `${value}=`,
        ` ${value}`,
        `${value}\n`,
        `"${value}"`,
        value.toLowerCase(),
        value.toUpperCase(),
      ]) {
        expect(readRefreshToken(bent)).toBeUndefined()
      }
    }),
  )
})

// proves: threat-token-confusion
test('nothing else is one: no other kind of token, and no string', () => {
  const access = mintToken(systemRandom, 'access-token', randomUuid(systemRandom)).value.reveal()
  expect(readRefreshToken(access)).toBeUndefined()
  expect(readRefreshToken(access.replace('pat_', 'prt_'))).toBeUndefined()
  expect(readRefreshToken(`prt_${'A'.repeat(80)}`)).toBeUndefined()
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      expect(readRefreshToken(value)).toBeUndefined()
      expect(readRefreshToken(`prt_${value}`)).toBeUndefined()
    }),
  )
})

// proves: rfc6749-10.10-unguessable, rfc6749-10.4-refresh-token-abuse
test('holds 24 random bytes: ten thousand of one grant are all different', () => {
  const named = { citizenId: randomUuid(systemRandom), grantId: randomUuid(systemRandom) }
  const values = Array.from({ length: 10_000 }, () => mintRefreshToken(systemRandom, named).value.reveal())
  expect(new Set(values.map((value) => value.slice(47, 75))).size).toBe(10_000)
  expect(values[0]).toMatch(/^prt_[A-Za-z0-9_-]{80}$/)
})

test('prints as [secret] wherever it goes by accident', () => {
  const named = { citizenId: randomUuid(systemRandom), grantId: randomUuid(systemRandom) }
  const { value } = mintRefreshToken(systemRandom, named)
  expect([`${value}`, JSON.stringify({ value }), String(value)]).toEqual([
    '[secret]',
    '{"value":"[secret]"}',
    '[secret]',
  ])
})
