import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEmail } from './email.ts'
import { readFullName } from './name.ts'
import { readFields, readPhoneNumber, validationErrors } from './read-fields.ts'

const READERS = { full_name: readFullName, email: readEmail, phone_number: readPhoneNumber }
const MANGLERS = [
  '\r',
  '\n',
  '\0',
  '\t',
  '\x1b',
  '\x7f',
  '\x85',
  '\u2028',
  '\u2029',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
  '\ud800',
  '\udfff',
]
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', ' ', 'é', 'e\u0301', '😀', ...MANGLERS) }),
)
const name = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'email',
    'full_name',
    'Email',
    'email[]',
    'password',
  ),
)

test('a name or a number is read or refused, never thrown at, and what is read is its own only spelling', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.anything()), (given) => {
      for (const reader of [readFullName, readPhoneNumber]) {
        const read = reader(given)
        if (read.ok) expect(reader(read.value)).toEqual(read)
      }
    }),
    { numRuns: 3_000 },
  )
})

test('no character that begins a line, hides a line or turns text around gets into a name or a number', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 8 }),
      fc.constantFrom(...MANGLERS),
      fc.string({ maxLength: 8 }),
      (before, mangler, after) => {
        const given = `a${before}${mangler}${after}b`
        expect(readFullName(given).ok).toBe(false)
        expect(readPhoneNumber(given).ok).toBe(false)
      },
    ),
  )
})

test('fields are the named ones and no others, whatever their names mean to JavaScript', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.oneof(text, fc.anything()))), fc.array(name), (pairs, twice) => {
      const read = readFields({ fields: new Map(pairs), duplicates: new Set(twice) }, READERS)
      const hasOthers = pairs.some(([key]) => !Object.hasOwn(READERS, key)) || twice.length > 0
      if (hasOthers) expect(read.ok).toBe(false)
      if (read.ok) expect(Object.keys(read.value).sort()).toEqual(Object.keys(READERS).sort())
      else {
        const { errors } = JSON.parse(JSON.stringify(validationErrors(read.refusal))) as { errors: object }
        expect(Object.keys(errors).length).toBe(read.refusal.size)
        expect(read.refusal.size).toBeLessThanOrEqual(20)
      }
    }),
    { numRuns: 2_000 },
  )
  expect(({} as Record<string, unknown>)['email']).toBeUndefined()
})
