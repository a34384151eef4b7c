import { expect, test } from 'vitest'
import { en, type Words } from './en.ts'
import { ALL_LANGUAGES, LANGUAGES, languageFor } from './languages.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, de;q=0.6', 'de'],
  ['it, FR-ca;q=0.5', 'fr'],
  ['ar-EG', 'ar'],
  ['zh-CN,zh;q=0.9', 'zh-Hans'],
  ['de;q=0, es;q=0.1', 'es'],
  ['de;q=banana', 'en'],
  ['pt, *', 'en'],
  ['__proto__, constructor', 'en'],
  [`${'x,'.repeat(200)}de`, 'en'],
])('Accept-Language %j is answered in %s (RFC 9110 section 12.5.4)', (header, language) => {
  expect(languageFor(header)).toBe(language)
})

test('a language without one of the sentences does not compile', () => {
  const { skip, ...page } = LANGUAGES.de.page
  // @ts-expect-error: a sentence is missing.
  const incomplete: Words = { ...LANGUAGES.de, page }
  expect([skip, Object.hasOwn(incomplete.page, 'skip')]).toEqual([LANGUAGES.de.page.skip, false])
})

type Leaf = readonly [path: string, text: string]

const leavesOf = (value: unknown, path = ''): readonly Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`))
    : [[path, String(value)]]

/** What another language may write as English does: the direction of its script, a loanword, signs. */
const SHARED = [
  '.direction',
  '.page.zone',
  '.app.named',
  '.app.application',
  '.app.zones.harbour',
  '.file.zone',
]

test.each(ALL_LANGUAGES.filter((language) => language !== 'en'))(
  'the language %s says something of its own at every place, and puts in the values that English puts in',
  (language) => {
    const english = new Map(leavesOf(en))
    const holesOf = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
    for (const [path, text] of leavesOf(LANGUAGES[language])) {
      expect(text.trim(), path).not.toBe('')
      expect(holesOf(text), path).toEqual(holesOf(english.get(path)))
      if (!SHARED.includes(path)) expect(text, path).not.toBe(english.get(path))
    }
  },
)

test.each(['es', 'fr'] as const)(
  'in %s, a number of characters stays on one line with its unit',
  (language) => {
    const texts = leavesOf(LANGUAGES[language]).map(([, text]) => text)
    expect(texts.filter((text) => /\d\u00a0cara/.test(text))).toHaveLength(2)
    expect(texts.filter((text) => /\d cara/.test(text))).toEqual([])
  },
)
