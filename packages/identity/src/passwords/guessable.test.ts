import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type * as CommonWords from '@zxcvbn-ts/language-common'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPasswordProblem } from './check-new-password.ts'
import { findersOf } from './easiest-guess.ts'
import { ACCEPTED, DRAWN_WORDS, REFUSED } from './guessable.fixture.ts'
import { listedWords } from './listed-words.ts'
import { signsOf } from './signs.ts'

const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as typeof CommonWords
const LISTED = dictionary['passwords-common']
const DICE = dictionary['diceware-common']

const MOST_PARTS_AT_A_PLACE = 200
const listed = await listedWords()
const ana = {
  minLength: 15,
  email: 'ana.muster-berg@stadtwerke.example.org',
  fullName: 'Ana María O’Connor-Muster',
  phoneNumber: '+44 20 7946 0123',
  namesHere: ['Portico', 'Parking permits'],
}
const check = (password: string, context = ana) => findPasswordProblem(password, context, listed)

describe('refused, and why', () => {
  const cases = Object.entries(REFUSED).flatMap(([why, passwords]) =>
    passwords.map((password) => [password, why] as const),
  )
  // proves: threat-guessable-password
  test.each(cases)('%s: %s', (password, why) => {
    expect(check(password)).toBe(why)
  })
})

describe('accepted', () => {
  const cases = Object.entries(ACCEPTED).flatMap(([language, passwords]) =>
    passwords.map((password) => [language, password] as const),
  )
  test.each(cases)('%s: %s', (_language, password) => {
    expect(check(password)).toBeUndefined()
  })
})

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const turned = (word: string): string => [...word].reverse().join('')
const SYMBOLS: Readonly<Record<string, string>> = { a: '@', e: '3', i: '1', o: '0', s: '$' }
const withSymbols = (word: string): string =>
  word.replaceAll(/[aeios]/g, (letter) => SYMBOLS[letter] ?? letter)
const padded = (word: string, padding: string): string => {
  const missing = Math.max(0, 15 - word.length)
  return word + padding.repeat(missing).slice(0, Math.max(missing, padding.length))
}

/** What the rules of a cracker make of a word. */
const RULES: Readonly<Record<string, (word: string) => string>> = {
  'repeated to the length': (word) => padded(word, word),
  'with a row of digits': (word) => padded(word, '1234567890'),
  'with a row of letters': (word) => padded(word, 'abcdefghijklmno'),
  'with a year': (word) => padded(word, '2019'),
  'with a year and a mark, twice': (word) => padded(capitalised(word), '2024!'),
  'with marks': (word) => padded(capitalised(word), '!'),
  'in capitals, with zeros': (word) => padded(word.toUpperCase(), '0'),
  'backwards, with a year': (word) => padded(turned(word), '1987'),
  'in symbols, with ones': (word) => padded(withSymbols(word), '1'),
  'in symbols and backwards, doubled': (word) => padded(turned(withSymbols(word)).repeat(2), '!'),
  'with a hyphen, repeated': (word) => padded(`${word}-`, `${word}-`),
  'after a row of digits': (word) => `123456789${word}`,
  'with a date': (word) => padded(word, '23041987'),
}
const listedOfSix = LISTED.filter((word) => word.length >= 6)

describe.each(Object.entries(RULES))('a listed word %s', (_rule, apply) => {
  // proves: design-7.30-password-refused-words, threat-guessable-password
  test('is refused, whichever word it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...listedOfSix), (word) => {
        expect(check(apply(word))).toBeDefined()
      }),
    )
  })
})

describe('the citizen’s own data', () => {
  const own = [
    'maria',
    'oconnor',
    'muster',
    'muster-berg',
    'stadtwerke',
    '02079460123',
    'ana muster',
    'portico',
    'permits',
  ]
  // proves: threat-guessable-password
  test.each(own)('%s is refused by every rule', (word) => {
    for (const apply of Object.values(RULES))
      expect(check(padded(apply(word), word))).toMatch(/personal|service/)
  })
  // proves: threat-guessable-password
  test.each([
    ['Ana-Muster-1815-!', 'personal'],
    ['M@ri@.2019.M@ri@', 'personal'],
    ['retsum.ana.retsum', 'personal'],
    ['+442079460123!!', 'personal'],
    ['Portico-2024-Portico!', 'service'],
    ['p0rt1c0p0rt1c0!', 'service'],
    ['ParkingPermits1', 'service'],
    ['stimrep gnikrap', 'service'],
  ])('%s: %s', (password, why) => {
    expect(check(password)).toBe(why)
  })
  test('the name of a program is no fault among four words that have nothing to do with it', () => {
    expect(check('parking otters juggle walnuts')).toBeUndefined()
  })
})

describe('what a generator makes is accepted', () => {
  const printable = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  // Choices are drawn evenly from a seed: the choices of fast-check itself prefer what is small and what is alike.
  const drawn = (seed: string, from: readonly string[], count: number): readonly string[] => {
    const numbers = new Uint32Array(
      createHash('shake256', { outputLength: count * 4 })
        .update(seed)
        .digest().buffer,
    )
    return Array.from(numbers, (number) => from[number % from.length] ?? '')
  }
  const always = (make: (seed: string) => string): void => {
    const property = fc.property(fc.noShrink(fc.string({ minLength: 16, maxLength: 16 })), (seed) => {
      const password = make(seed)
      expect([password, check(password)]).toEqual([password, undefined])
    })
    fc.assert(property, { numRuns: 500 })
  }

  // proves: design-7.30-password-refused-words
  test('15 characters that can be printed', () => {
    always((seed) => drawn(seed, printable, 15).join(''))
  })
  test('18 small letters in groups', () => {
    always((seed) =>
      drawn(seed, letters, 18)
        .join('')
        .replace(/(.{6})(.{6})/, '$1-$2-'),
    )
  })
  // proves: design-7.30-password-refused-words
  test.each(Object.entries(DRAWN_WORDS))('eight everyday words: %s', (_language, words) => {
    const eight = (seed: string) => [...new Set(drawn(seed, words, 50))].slice(0, 8)
    for (const between of [' ', '-', '']) always((seed) => eight(seed).join(between))
  })
  test.each([' ', '-', ''])('four words that dice chose, with %j between them', (between) => {
    always((seed) =>
      drawn(
        seed,
        DICE.filter((word) => word.length >= 4),
        4,
      ).join(between),
    )
  })
})

describe('long ones', () => {
  const strong = 'kx7#pq mz2 vbnw'
  test.each([
    ['a strong beginning', strong + 'a'.repeat(200)],
    ['a strong end', 'a'.repeat(200) + strong],
    ['a strong middle', `${'12345678'.repeat(10)}${strong}${'password'.repeat(10)}`],
  ])('%s is enough, whatever else there is', (_where, password) => {
    expect(check(password)).toBeUndefined()
  })
  // proves: threat-guessable-password
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('a period of %i up to 256 characters is refused', (length) => {
    const unit = 'zkqvxjwy'.slice(0, length)
    expect(check(unit.repeat(256).slice(0, 256))).toBe('repeated')
  })
  test('a listed word up to 256 characters is refused, each time decorated otherwise by a rule', () => {
    expect(check('Dragon-dragon-DRAGON-nogard-'.repeat(10).slice(0, 256))).toBe('repeated')
  })
})

describe('input that is made to be slow', () => {
  const hostile: Readonly<Record<string, string>> = {
    'look-alikes': '4@8({[<63#9&1!|0$5+7%2',
    'two meanings': '1!|l7',
    'beginnings of words': 'passdragmonksunsfootqwer',
    'many repeats': `${'ab'.repeat(20)}x`,
    'walks over keys': 'qwertyuiop][;lkjhgfdsazxcvbnm,./',
    'one character of eighteen': '\uFDFA',
    'combining marks': 'a\u0301\u0316\u0327',
    'characters of two units': '🐎🔋🪑',
  }
  const hostileTexts = Object.entries(hostile).map(
    ([name, unit]) => [name, [...unit.repeat(256)].slice(0, 256).join('').normalize('NFC')] as const,
  )
  const READINGS = 3
  const DIRECTIONS = 2
  const lookUpsFor = (password: string): number => {
    let lookUps = 0
    const counting = {
      ...listed,
      magnitudeOf: (hash: number) => {
        lookUps += 1
        return listed.magnitudeOf(hash)
      },
      hasBeginning: (hash: number) => {
        lookUps += 1
        return listed.hasBeginning(hash)
      },
    }
    findPasswordProblem(password, ana, counting)
    return lookUps
  }
  // proves: threat-slow-password-check
  test.each(hostileTexts)('%s: no place is looked at more often than words have lengths', (_, text) => {
    expect(lookUpsFor(text)).toBeGreaterThan(0)
    expect(lookUpsFor(text)).toBeLessThan(256 * READINGS * DIRECTIONS * (listed.lengths.length + 1))
  })
  // proves: threat-slow-password-check
  test.each(hostileTexts)('%s: after a strong beginning hardly any place is looked at', (_, text) => {
    const strong = [...`kx7#pq mz2 vbnw${text}`].slice(0, 256).join('')
    const beginnings = 256 * READINGS
    expect(lookUpsFor(strong)).toBeLessThan(beginnings + 20 * READINGS * DIRECTIONS * listed.lengths.length)
  })
  // proves: threat-slow-password-check
  test('a text that is all parts has no more parts than a few for each place', () => {
    const texts = [...Object.values(hostile), '0123456789', 'a', 'abc'].map((unit) =>
      [...unit.repeat(256)].slice(0, 256).join(''),
    )
    for (const text of texts) {
      let parts = 0
      const signs = signsOf(text)
      const places = [...signs.plain.keys()]
      for (const { partsFrom } of findersOf(signs, [listed]))
        places.forEach((place) => partsFrom(place, () => (parts += 1)))
      expect(parts).toBeGreaterThan(256)
      expect(parts).toBeLessThan(256 * MOST_PARTS_AT_A_PLACE)
    }
  })
})

test('where eight characters are enough, a random one is accepted and a decorated word is not', () => {
  const eight = { ...ana, minLength: 8 }
  for (const password of ['kx7#pqmz', 'Vq3!tz9w', 'mzrtkwpb']) expect(check(password, eight)).toBeUndefined()
  for (const password of ['dragon1!', 'Passw0rd', 'sunshine1', 'Maria2019', 'qwertz123']) {
    expect(check(password, eight)).toBeDefined()
  }
})
