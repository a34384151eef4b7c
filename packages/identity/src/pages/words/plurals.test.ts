import { expect, test } from 'vitest'
import { LANGUAGES } from '../../platform/languages.ts'
import { wordsFor } from './words-for.ts'

const said = (language: string, count: number) => wordsFor(language).words.minutes(count)

test.each([
  ['ar', [1, 2, 3, 10, 11, 100], ['دقيقة واحدة', 'دقيقتين', '3 دقائق', '10 دقائق', '11 دقيقة', '100 دقيقة']],
  ['en', [1, 2], ['1 minute', '2 minutes']],
  ['es', [1, 2], ['1\u00a0minuto', '2\u00a0minutos']],
  ['fr', [1, 2], ['1\u00a0minute', '2\u00a0minutes']],
  ['zh-Hans', [1, 2], ['1 分钟', '2 分钟']],
])('%s counts as its grammar asks', (language, counts, forms) => {
  expect(counts.map((count) => said(language, count))).toEqual(forms)
})

test.each(LANGUAGES)('%s has every plural form of its grammar, with the count in it', (language) => {
  const rules = new Intl.PluralRules(language)
  for (const count of [0, 1, 2, 3, 11, 60, 100, 1_000_000]) {
    const form = said(language, count)
    expect(form).not.toMatch(/^#?$/)
    if (!['one', 'two'].includes(rules.select(count)) || language !== 'ar') expect(form).toMatch(/\d/)
  }
})

test('Chinese puts no space between two sentences, and English one', () => {
  expect(['zh-Hans', 'en'].map((language) => wordsFor(language).words.between)).toEqual(['', ' '])
})
