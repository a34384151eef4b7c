import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPasswordProblem } from './check-new-password.ts'
import { listedWords } from './listed-words.ts'

const listed = await listedWords()
const ada = {
  minLength: 15,
  email: 'ada.lovelace@example.org',
  fullName: 'Ada Lovelace',
  phoneNumber: '',
  namesHere: ['Portico'],
}
const check = (password: string, context = ada) => findPasswordProblem(password, context, listed)

describe('length', () => {
  test.each(['', ' ', '               ', '\t\n', '\u00a0\u3000'])('%j is blank', (password) => {
    expect(check(password)).toBe('blank')
  })
  // proves: design-7.30-password-length, nist-3.1.1.2-length
  test('14 characters are too short, 15 are enough', () => {
    expect(check('kx7#pq mz2 vbn')).toBe('too_short')
    expect(check('kx7#pq mz2 vbnw')).toBeUndefined()
  })
  // proves: design-7.30-password-length, nist-3.1.1.2-length, threat-giant-password
  test('256 characters are enough, 257 are too long', () => {
    const long = Array.from({ length: 257 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join('')
    expect(check([...long].slice(0, 256).join(''))).toBeUndefined()
    expect(check(long)).toBe('too_long')
  })
  // proves: design-7.30-password-length, nist-3.1.1.2-unicode
  test('characters are counted as code points after NFC, not as bytes or UTF-16 units', () => {
    expect(check('🐎🔋🪑🌉🎻🧵🧮🪀🧿🪁🛶🧭🗿🎠')).toBe('too_short')
    expect(check('🐎🔋🪑🌉🎻🧵🧮🪀🧿🪁🛶🧭🗿🎠🎡')).toBeUndefined()
    expect(check('e\u0301a\u0301o\u0301u\u0301i\u0301n\u0303q7#k')).toBe('too_short')
  })
  // proves: design-7.30-password-length
  // proves: design-7.30-password-edges
  test.each([
    [' seven green horses', 'space_first'],
    ['seven green horses ', 'space_last'],
    [' seven green horses ', 'space_around'],
    ['\tseven green horses', 'space_first'],
    ['seven green horses\n', 'space_last'],
    ['\u202aseven green horses\u202c', 'space_around'],
    ['seven green horses\u200b', 'space_last'],
    ['\ufeffseven green horses', 'space_first'],
    ['seven  green  horses', undefined],
    ['seven green horses ❤️', undefined],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 seven horses 🏴󠁧󠁢󠁥󠁮󠁧󠁿', undefined],
  ])('what cannot be seen at the ends of %j is told, and nothing is cut off', (password, problem) => {
    expect(check(password)).toBe(problem)
  })
  test('a deployment may ask for fewer', () => {
    expect(check('kx7#pqmz', { ...ada, minLength: 8 })).toBeUndefined()
    expect(check('kx7#pqm', { ...ada, minLength: 8 })).toBe('too_short')
  })
})

describe('common passwords', () => {
  // proves: nist-3.1.1.2-blocklist, design-7.30-password-refused-words
  test.each(['passwordpassword', 'PasswordPassword', '1234567890qwerty', 'Q1W2E3R4T5Y6U7I8'])(
    '%s is refused',
    (password) => {
      expect(check(password)).toBe('common')
    },
  )
  test.each([
    ['aaaaaaaaaaaaaaaa', 'repeated'],
    ['abababababababab', 'repeated'],
    ['123412341234123412', 'repeated'],
    ['letmeinletmeinletmein', 'repeated'],
    ['123456789012345', 'sequence'],
  ])('%s is one of them, or a short one, repeated: %s', (password, why) => {
    expect(check(password)).toBe(why)
  })
  test('a short one is refused where the deployment allows eight characters', () => {
    expect(check('baseball', { ...ada, minLength: 8 })).toBe('common')
  })
  // proves: design-7.30-password-refused-words, nist-3.1.1.2-blocklist
  test('a list word within a long password is no fault', () => {
    expect(check('password of the green horse')).toBeUndefined()
  })
})

describe('personal passwords', () => {
  // proves: nist-3.1.1.2-blocklist
  test.each([
    'ada.lovelace@example.org',
    'ADA.LOVELACE@EXAMPLE.ORG',
    'ada.lovelace1815!',
    'Ada Lovelace 1815',
    'xx-AdaLovelace-xx',
    '1815ada lovelace1815',
  ])('%s is refused', (password) => {
    expect(check(password)).toBe('personal')
  })
  test('a name in another normal form is the same name', () => {
    const zoe = { ...ada, email: 'z@example.org', fullName: 'Zo\u00eb Br\u00fbl\u00e9e' }
    expect(check('Zoe\u0308 Bru\u0302le\u0301e 1999', zoe)).toBe('personal')
  })
  test('a local part that is a part of longer words is no fault', () => {
    expect(check('five sparkling parkings', { ...ada, email: 'park@example.org' })).toBeUndefined()
    expect(
      check('eleven adamant horses', { ...ada, email: 'adam.@example.org', fullName: 'Adama' }),
    ).toBeUndefined()
  })
  // proves: design-7.30-password-refused-words, nist-3.1.1.2-blocklist
  test('a short name is no fault within a long password, but it is as the whole', () => {
    expect(
      check('bo and the seven dwarfs', { ...ada, email: 'bo@example.org', fullName: 'Bo' }),
    ).toBeUndefined()
  })
})

test('any text gets an answer, and the answer does not depend on how the text is composed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (password) => {
      expect(check(password.normalize('NFD'))).toBe(check(password.normalize('NFC')))
    }),
  )
})
