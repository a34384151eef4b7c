import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseParameters } from './parameters.ts'

/** Names and values as OAuth has them: any text without NUL and without halves of surrogate pairs. */
const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0') && value.isWellFormed())

function read(encoded: string) {
  const parsed = parseParameters(encoded)
  if (!parsed.ok) throw new Error(`${encoded} is ${parsed.refusal}`)
  return parsed.value
}

test('what URLSearchParams writes is read back as it was', () => {
  fc.assert(
    fc.property(fc.dictionary(text, text, { maxKeys: 20 }), (values) => {
      const parameters = read(new URLSearchParams(values).toString())
      for (const [name, value] of Object.entries(values)) {
        expect(parameters.text(name)).toBe(value)
        expect(parameters.has(name)).toBe(true)
        expect(parameters.get(name)).toBe(value === '' ? undefined : value)
      }
      expect(parameters.repeated.size).toBe(0)
    }),
  )
})

// proves: threat-smuggling
test('agrees with the platform’s own parser wherever it reads anything at all', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab=&+%2059fF;.#\\/') }), (encoded) => {
      const parsed = parseParameters(encoded)
      if (!parsed.ok) return
      const theirs = new URLSearchParams(encoded)
      for (const name of new Set(theirs.keys())) {
        expect(parsed.value.has(name)).toBe(true)
        expect(parsed.value.repeated.has(name)).toBe(theirs.getAll(name).length > 1)
        expect(parsed.value.text(name)).toBe(theirs.getAll(name).at(-1))
      }
    }),
    { numRuns: 2000 },
  )
})

// proves: threat-malformed-input
test('never throws, whatever comes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (encoded) => {
      expect(typeof parseParameters(encoded).ok).toBe('boolean')
    }),
    { numRuns: 2000 },
  )
})

test('a name that comes twice is told, however it is spelt (RFC 6749 sections 3.1 and 3.2)', () => {
  for (const encoded of ['a=1&a=2', 'a=1&%61=1', 'a&a', 'a=&b=1&a=', '%61=1&a=1']) {
    expect([...read(encoded).repeated]).toEqual(['a'])
  }
  expect(read('a=1&A=1&a%20=1').repeated.size).toBe(0)
})

// proves: rfc6749-3.2-empty-and-unknown
test('without a value counts as left out, but is there (RFC 6749 section 3.1)', () => {
  for (const encoded of ['a', 'a=', '&a=&', 'a&&']) {
    const parameters = read(encoded)
    expect([parameters.get('a'), parameters.text('a'), parameters.has('a')]).toEqual([undefined, '', true])
  }
  expect(read('').has('')).toBe(false)
})

describe('is refused as malformed', () => {
  test.each([
    '%',
    'a=%',
    'a=%2',
    'a=%zz',
    '%zz=a',
    'a=%ff',
    'a=%c0%80',
    'a=%ed%a0%80',
    'a=%f5%80%80%80',
    'a=%00',
    '%00=a',
    'a=x\0y',
    'good=1&bad=%e2%82',
  ])('%s', (encoded) => {
    expect(parseParameters(encoded)).toEqual({ ok: false, refusal: 'malformed' })
  })

  test('more than 64 parameters, empty ones counted', () => {
    expect(parseParameters(Array.from({ length: 64 }, (_, n) => `p${n}=1`).join('&')).ok).toBe(true)
    expect(parseParameters(Array.from({ length: 65 }, (_, n) => `p${n}=1`).join('&')).ok).toBe(false)
    expect(parseParameters('&'.repeat(64)).ok).toBe(false)
  })
})

test('names of the prototype are names like others', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    expect(read('a=1').has(name)).toBe(false)
    expect(read('a=1').get(name)).toBeUndefined()
    expect(read(`${name}=x`).get(name)).toBe('x')
  }
})

test('the first equals sign divides, a plus is a space, and %2B a plus', () => {
  expect(read('a=b=c').get('a')).toBe('b=c')
  expect(read('a=b+c').get('a')).toBe('b c')
  expect(read('a=b%2Bc').get('a')).toBe('b+c')
  expect(read('=x').get('')).toBe('x')
})

test('keeps the text that was read, to be read again', () => {
  fc.assert(
    fc.property(fc.dictionary(text, text), (values) => {
      const encoded = new URLSearchParams(values).toString()
      expect(read(read(encoded).encoded).encoded).toBe(encoded)
    }),
  )
})
