import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CannotUnseal, keyring } from './keyring.ts'
import { systemRandom } from './system-random.ts'

const old = keyring([Buffer.alloc(32, 1)], systemRandom)
const both = keyring([Buffer.alloc(32, 2), Buffer.alloc(32, 1)], systemRandom)
const fresh = keyring([Buffer.alloc(32, 2)], systemRandom)
const bytes = fc.uint8Array({ maxLength: 100 }).map((array) => Buffer.from(array))

describe('sealing', () => {
  test('opens what was sealed, in the same context alone', () => {
    fc.assert(
      fc.property(bytes, fc.string(), fc.string(), (plain, context, other) => {
        const sealed = old.seal(plain, context)
        expect(old.unseal(sealed, context).equals(plain)).toBe(true)
        if (other !== context) expect(() => old.unseal(sealed, other)).toThrow(CannotUnseal)
      }),
    )
  })

  test('any flipped bit, anywhere, does not open', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), (plain, place) => {
        const sealed = old.seal(plain, 'row')
        const bit = place % (sealed.length * 8)
        sealed[bit >> 3] = (sealed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(() => old.unseal(sealed, 'row')).toThrow(CannotUnseal)
      }),
      { numRuns: 1000 },
    )
  })

  test('cut, lengthened or made up does not open', () => {
    const sealed = old.seal(Buffer.from('plain'), 'row')
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => old.unseal(sealed.subarray(0, length), 'row')).toThrow(CannotUnseal)
    }
    expect(() => old.unseal(Buffer.concat([sealed, Buffer.alloc(1)]), 'row')).toThrow(CannotUnseal)
    expect(() => old.unseal(Buffer.alloc(100), 'row')).toThrow(CannotUnseal)
  })

  test('the first key seals and all open: a new key goes in front of the old one', () => {
    const before = old.seal(Buffer.from('before'), 'row')
    const after = both.seal(Buffer.from('after'), 'row')
    expect(both.unseal(before, 'row').toString()).toBe('before')
    expect(fresh.unseal(after, 'row').toString()).toBe('after')
    expect(() => old.unseal(after, 'row')).toThrow(CannotUnseal)
    expect(() => fresh.unseal(before, 'row')).toThrow(CannotUnseal)
  })

  test('the same twice is sealed differently and shows nothing of itself', () => {
    const plain = Buffer.from('a secret that must not show')
    const [one, two] = [old.seal(plain, 'row'), old.seal(plain, 'row')]
    expect(one.equals(two)).toBe(false)
    expect(one.includes(plain.subarray(0, 8))).toBe(false)
  })
})

describe('signing', () => {
  test('knows its own signatures and no others', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (words, other) => {
        const signature = old.sign(words)
        expect(old.isSigned(words, signature)).toBe(true)
        expect(both.isSigned(words, signature)).toBe(true)
        expect(fresh.isSigned(words, signature)).toBe(false)
        if (other !== words) expect(old.isSigned(other, signature)).toBe(false)
      }),
    )
  })

  test('an empty, cut, long or bent signature is none', () => {
    const signature = old.sign('words')
    const bent = Buffer.from(signature)
    bent[0] = (bent[0] ?? 0) ^ 1
    for (const each of [
      Buffer.alloc(0),
      signature.subarray(1),
      Buffer.concat([signature, signature]),
      bent,
    ]) {
      expect(old.isSigned('words', each)).toBe(false)
    }
  })
})

describe('deriving', () => {
  test('gives the same for the same words and key, and nothing alike for others', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (words, other) => {
        fc.pre(words !== other)
        expect(old.derive(words)).toEqual(keyring([Buffer.alloc(32, 1)], systemRandom).derive(words))
        expect(old.derive(words)).toHaveLength(64)
        for (const unlike of [old.derive(other), fresh.derive(words), old.sign(words)])
          expect(old.derive(words).subarray(0, 16).equals(unlike.subarray(0, 16))).toBe(false)
      }),
    )
  })

  test('derives with the first key, and finds again what was derived before a new one was put in front', () => {
    expect(both.derive('words')).toEqual(fresh.derive('words'))
    expect(both.deriveWithEach('words')).toEqual([fresh.derive('words'), old.derive('words')])
  })
})

test('there is no keyring without a key', () => {
  expect(() => keyring([], systemRandom)).toThrow()
})
