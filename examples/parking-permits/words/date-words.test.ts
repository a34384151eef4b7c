import { expect, test } from 'vitest'
import { dateWords, momentWords, unitWords } from './date-words.ts'

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

const saidWithTime = (locale: string, instant: string): string =>
  momentWords(
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
    new Date(instant),
  )

test.each([
  ['fr-FR', '2026-03-01T08:55:00Z', '1er mars 2026 à 08:55'],
  ['de-DE', '2026-03-01T08:55:00Z', '1. März 2026 um 08:55\u00a0Uhr'],
  ['es-ES', '2026-03-01T08:55:00Z', '1 de marzo de 2026 a las\u00a08:55'],
  ['es-ES', '2026-03-01T01:05:00Z', '1 de marzo de 2026 a la\u00a01:05'],
  ['es-ES', '2026-03-01T11:05:00Z', '1 de marzo de 2026 a las\u00a011:05'],
  ['en-GB', '2026-03-01T08:55:00Z', '1 March 2026 at 08:55'],
])('%s: %s is %s', (locale, instant, words) => {
  expect(saidWithTime(locale, instant)).toBe(words)
})

test.each([
  ['es-ES', 30, 'second', '30\u00a0segundos'],
  ['fr-FR', 2, 'minute', '2\u00a0minutes'],
  ['de-DE', 2, 'minute', '2\u00a0Minuten'],
  ['zh-Hans-CN', 30, 'second', '30秒钟'],
] as const)('%s: %d of the unit %s is %s, on one line', (locale, count, unit, words) => {
  expect(unitWords(locale, count, unit)).toBe(words)
})
