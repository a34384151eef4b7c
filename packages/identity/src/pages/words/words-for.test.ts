import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Html, html } from '../../platform/html.ts'
import { LANGUAGES, type Language } from '../../platform/languages.ts'
import { ROOMS } from '../../rooms.ts'
import type { Words } from './en.ts'
import { es } from './es.ts'
import { wordsFor } from './words-for.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['en', 'en'],
  ['de', 'de'],
  ['DE-ch', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, de;q=0.6', 'de'],
  ['de;q=0.5, en;q=0.6', 'en'],
  ['it, de;q=0.5', 'de'],
  ['pt, it', 'en'],
  ['fr-CA, de;q=0.5', 'fr'],
  ['es-419', 'es'],
  ['ar-EG,en;q=0.9', 'ar'],
  ['zh', 'zh-Hans'],
  ['zh-CN,zh;q=0.9', 'zh-Hans'],
  ['zh-Hans', 'zh-Hans'],
  ['zh-Hans-HK', 'zh-Hans'],
  ['ZH-SG', 'zh-Hans'],
  ['zh-TW', 'zh-Hans'],
  ['zh-Hant-HK, en;q=0.5', 'en'],
  ['zh-TW,zh;q=0.9,en-US;q=0.8', 'zh-Hans'],
  ['zh-TW;q=0', 'en'],
  ['zhx, zh_CN', 'en'],
  ['*', 'en'],
  ['*, de;q=0.5', 'en'],
  ['it, *;q=0.5, de;q=0.4', 'en'],
  ['de;q=0', 'en'],
  ['de;q=0.000, en;q=0.1', 'en'],
  ['de;q=2', 'en'],
  ['de;q=-1', 'en'],
  ['de;q=banana', 'en'],
  ['de ; q=1.000', 'de'],
  ['den', 'en'],
  [',,;;,de', 'de'],
])('Accept-Language %j is answered in %s (RFC 9110 section 12.5.4)', (header, language) => {
  expect(wordsFor(header).language).toBe(language)
})

test('whatever the header, the answer is a language that the pages speak', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (header) => {
      expect(LANGUAGES).toContain(wordsFor(header).language)
    }),
  )
})

test('the first of two LANGUAGES with the same weight wins', () => {
  expect(wordsFor('de, en').language).toBe('de')
  expect(wordsFor('en, de').language).toBe('en')
})

test('a name from outside cannot choose the words', () => {
  expect(wordsFor('__proto__, constructor').language).toBe('en')
})

type Says = (...values: ReturnType<typeof valuesOf>) => unknown

/** What a sentence is made with: two values, which are also the named values of an act that is done, and what writes an instant. */
function valuesOf(one: Html, other: Html) {
  const named = Object.assign(html`${one}`, { at: one, days: one, letter: other })
  return [named, other, () => other] as const
}

type Leaf = readonly [path: string, text: string]

function leaves(value: unknown, path = ''): readonly Leaf[] {
  if (typeof value === 'function') return leaves((value as Says)(...valuesOf(html`1`, html`1`)), path)
  if (typeof value === 'object' && value !== null && value.constructor === Object)
    return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
  if (Array.isArray(value)) return value.flatMap((inner, index) => leaves(inner, `${path}.${index}`))
  return [[path, String(value)]]
}

test('a language without one of the sentences does not compile', () => {
  const { openAgain, ...others } = es
  // @ts-expect-error: a sentence is missing.
  const incomplete: Words = others
  expect(Object.keys(incomplete)).not.toContain(Object.keys({ openAgain })[0])
})

/** The words of the pages, and of each room that has its own. Letters are tried where they are composed. */
const allWords = (language: Language): readonly object[] => [
  wordsFor(language).words,
  ...ROOMS.flatMap(({ words }) => (words ? [{ ...words[language], letters: [] }] : [])),
]

const allLeaves = (language: Language) => leavesOfEach(allWords(language), leaves)
const allMarks = (language: Language) => leavesOfEach(allWords(language), marksOf)

/** The leaves of several rooms. A path begins with the number of its room. */
const leavesOfEach = (rooms: readonly object[], of: (words: object) => readonly Leaf[]): readonly Leaf[] =>
  rooms.flatMap((words, room) => of(words).map(([path, text]): Leaf => [`${room}${path}`, text]))

/** Where a language may write one as a word. */
const ONE_IN_WORDS: ReadonlySet<string> = new Set([
  '.checkEmail.code.problems.wrong',
  '.seconds',
  '.minutes',
  '.hints.password',
  '.fieldProblems.password.too_short',
  '.page.problems.bad-name',
  '.page.lead',
  '.page.confirmLead',
  '.page.confirmNext',
  '.page.asked',
])

/** What operators are told has no numbers but counts. */
const mayWriteOneAsWord = (path: string) =>
  ONE_IN_WORDS.has(path) || /^\.(findings|holds|acts\.\w+\.(refused|says))\./.test(path)

/** What a language shares with English: a loanword, or the direction of its script. */
const SHARED: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  // The links to the pages of passkeys and of codes.
  de: ['.direction', '.sessions.proofs.passkey', '.nav', '.nav'],
  es: ['.direction'],
  fr: ['.direction', '.nav'],
  ar: [],
  'zh-Hans': ['.direction'],
}

/** Values that no text has by itself, so that each hole of a sentence is seen. */
const MARKS = [html`⟦1⟧`, html`⟦2⟧`] as const

function marksOf(value: unknown, path = ''): readonly Leaf[] {
  if (typeof value === 'function') {
    const said = String((value as Says)(...valuesOf(...MARKS)))
    return [[path, [...said.matchAll(/⟦\d⟧/g)].map(String).sort().join(' ')]]
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => marksOf(inner, `${path}.${key}`))
    : []
}

describe.each(LANGUAGES.filter((language) => language !== 'en'))('the language %s', (language) => {
  test('says something of its own at every place', () => {
    const english = new Map(allLeaves('en'))
    const own = allLeaves(language)
    expect(own.map(([path]) => path).sort()).toEqual([...english.keys()].sort())
    const said = own.filter(([path]) => path !== '0.between')
    const same = said.filter(([path, text]) => text === english.get(path)).map(([path]) => path)
    expect(same.map((path) => path.replace(/^\d+/, ''))).toEqual(SHARED[language])
    for (const [, text] of said) expect(text.trim()).not.toBe('')
  })

  test('puts each value that English has into its sentence, once', () => {
    expect(allMarks(language)).toEqual(allMarks('en'))
  })

  test('keeps the numbers that English has', () => {
    const numbers = (text: string) =>
      text.includes('+') ? '' : [...text.matchAll(/\d+/g)].map(String).sort().join(' ')
    const english = new Map(allLeaves('en'))
    const others = allLeaves(language).filter(([path]) => !mayWriteOneAsWord(path.replace(/^\d+/, '')))
    for (const [path, text] of others)
      expect([path, numbers(text)]).toEqual([path, numbers(english.get(path) ?? '')])
  })
})
