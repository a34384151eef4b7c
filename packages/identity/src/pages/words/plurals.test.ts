import { expect, test } from 'vitest'
import { languages, wordsFor } from './words-for.ts'

const said = (language: string, count: number) => wordsFor(language).words.minutes(count)

test.each([
  ['ar', [1, 2, 3, 10, 11, 100], ['دقيقة واحدة', 'دقيقتين', '3 دقائق', '10 دقائق', '11 دقيقة', '100 دقيقة']],
  ['en', [1, 2], ['1 minute', '2 minutes']],
  ['es', [1, 2], ['1 minuto', '2 minutos']],
  ['fr', [1, 2], ['1 minute', '2 minutes']],
  ['zh-Hans', [1, 2], ['1 分钟', '2 分钟']],
])('%s counts as its grammar asks', (language, counts, forms) => {
  expect(counts.map((count) => said(language, count))).toEqual(forms)
})

test.each(languages)('%s has every plural form of its grammar, with the count in it', (language) => {
  const rules = new Intl.PluralRules(language)
  for (const count of [0, 1, 2, 3, 11, 60, 100, 1_000_000]) {
    const form = said(language, count)
    expect(form).not.toMatch(/^#?$/)
    if (!['one', 'two'].includes(rules.select(count)) || language !== 'ar') expect(form).toMatch(/\d/)
  }
})
