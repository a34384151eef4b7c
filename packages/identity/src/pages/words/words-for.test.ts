import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Html, html } from '../../platform/html.ts'
import { en } from './en.ts'
import { languages, wordsFor } from './words-for.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['en', 'en'],
  ['de', 'de'],
  ['DE-ch', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, de;q=0.6', 'de'],
  ['de;q=0.5, en;q=0.6', 'en'],
  ['fr, de;q=0.5', 'de'],
  ['fr, it', 'en'],
  ['*', 'en'],
  ['*, de;q=0.5', 'en'],
  ['fr, *;q=0.5, de;q=0.4', 'en'],
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
      expect(languages).toContain(wordsFor(header).language)
    }),
  )
})

test('the first of two languages with the same weight wins', () => {
  expect(wordsFor('de, en').language).toBe('de')
  expect(wordsFor('en, de').language).toBe('en')
})

test('a name from outside cannot choose the words', () => {
  expect(wordsFor('__proto__, constructor').language).toBe('en')
})

type Leaf = readonly [path: string, text: string]

function leaves(value: unknown, path = ''): readonly Leaf[] {
  if (typeof value === 'function')
    return leaves((value as (...holes: readonly Html[]) => unknown)(html`1`, html`1`), path)
  if (typeof value === 'object' && value !== null && value.constructor === Object)
    return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
  if (Array.isArray(value)) return value.flatMap((inner, index) => leaves(inner, `${path}.${index}`))
  return [[path, String(value)]]
}

describe.each(languages.filter((language) => language !== 'en'))('the language %s', (language) => {
  test('says something of its own at every place', () => {
    const english = new Map(leaves(en))
    const own = leaves(wordsFor(language).words)
    expect(own.map(([path]) => path).sort()).toEqual([...english.keys()].sort())
    const same = own.filter(([path, text]) => text === english.get(path)).map(([path]) => path)
    // German says "Passkey", too, as the devices do.
    expect(same).toEqual(['.direction', '.nav.passkeys', '.sessions.proofs.passkey'])
    for (const [, text] of [...english, ...own]) expect(text.trim()).not.toBe('')
  })
})
