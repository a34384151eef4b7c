import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { constantPart, gzipAround } from './constant-part.ts'

const RULES = 'p { color: red } '.repeat(60)
const part = constantPart(RULES)
const pack = (before: string, after: string) => gzipAround(before + RULES + after, part)

describe('a body around a constant part', () => {
  test('is read as it was, whatever is around the part', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        expect(gunzipSync(pack(before, after) ?? '').toString()).toBe(before + RULES + after)
      }),
    )
  })

  test.each([0xffff - 1, 0xffff, 0xffff + 1, 3 * 0xffff])(
    'is read as it was with %d bytes after it',
    (count) => {
      expect(gunzipSync(pack('', 'x'.repeat(count)) ?? '').toString()).toBe(RULES + 'x'.repeat(count))
    },
  )

  test('is shorter by what the part saves', () => {
    expect(pack('before', 'after')?.length).toBeLessThan(RULES.length / 3)
  })

  test('has a length that tells nothing of a secret to who guesses it in the same page', () => {
    const secret = 'csrf_token=mX2pQ7'
    const lengthWith = (guess: string) => pack(`<p>${guess}</p>`, `<p>${secret}</p>`)?.length
    expect(lengthWith(secret)).toBe(lengthWith('csrf_token=aaaaaa'))
  })

  test('is not made where the part is not in it', () => {
    expect(gzipAround('<p>another page</p>', part)).toBeUndefined()
  })
})
