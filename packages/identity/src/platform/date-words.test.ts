import { expect, test } from 'vitest'
import { dateWords, instantWords } from './date-words.ts'

const said = (locale: string, day: string): string =>
  dateWords(new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }), new Date(day))

test.each([
  ['2026-01-01', '1er janvier 2026'],
  ['2026-01-11', '11 janvier 2026'],
  ['2026-01-21', '21 janvier 2026'],
  ['2026-11-02', '2 novembre 2026'],
])('French: %s is %s', (day, words) => {
  expect(said('fr-FR', day)).toBe(words)
})

test.each([
  ['en-GB', '1 January 2026'],
  ['de-DE', '1. Januar 2026'],
  ['es-ES', '1 de enero de 2026'],
  ['zh-CN', '2026年1月1日'],
])('%s: the first of January is %s', (locale, words) => {
  expect(said(locale, '2026-01-01')).toBe(words)
})

test('a German time ends with "Uhr", and no other does', () => {
  const said = (locale: string) => instantWords(locale, new Date('2026-01-01T08:55:00Z'))
  expect(said('de-DE')).toBe('1. Januar 2026 um 08:55\u00a0Uhr UTC')
  expect(said('en-GB')).toBe('1 January 2026 at 08:55 UTC')
})
