import { expect, test } from 'vitest'
import { dateWords, momentWords, unitWords } from './date-words.ts'

const said = (locale: string, day: string): string => dateWords({ locale, timeZone: 'UTC' }, new Date(day))

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

const saidWithTime = (locale: string, instant: string, timeZone = 'UTC'): string =>
  momentWords({ locale, timeZone }, new Date(instant))

test.each([
  ['fr-FR', '2026-03-01T08:55:00Z', '1er mars 2026 à 08:55 UTC'],
  ['de-DE', '2026-03-01T08:55:00Z', '1. März 2026 um 08:55\u00a0Uhr UTC'],
  ['es-ES', '2026-03-01T08:55:00Z', '1 de marzo de 2026 a las\u00a008:55 UTC'],
  ['es-ES', '2026-03-01T01:05:00Z', '1 de marzo de 2026 a la\u00a001:05 UTC'],
  ['es-ES', '2026-03-01T11:05:00Z', '1 de marzo de 2026 a las\u00a011:05 UTC'],
  ['en-GB', '2026-03-01T08:55:00Z', '1 March 2026 at 08:55 UTC'],
])('%s: %s is %s', (locale, instant, words) => {
  expect(saidWithTime(locale, instant)).toBe(words)
})

test('a time is in the zone of the program and names it, in summer, too; a date is the day there', () => {
  const berlin = 'Europe/Berlin'
  expect(saidWithTime('de-DE', '2026-03-01T23:30:00Z', berlin)).toBe('2. März 2026 um 00:30\u00a0Uhr MEZ')
  expect(saidWithTime('de-DE', '2026-07-01T08:55:00Z', berlin)).toBe('1. Juli 2026 um 10:55\u00a0Uhr MESZ')
  expect(dateWords({ locale: 'en-GB', timeZone: berlin }, new Date('2026-03-01T23:30:00Z'))).toBe(
    '2 March 2026',
  )
})

test.each([
  ['es-ES', 30, 'second', '30\u00a0segundos'],
  ['fr-FR', 2, 'minute', '2\u00a0minutes'],
  ['de-DE', 2, 'minute', '2\u00a0Minuten'],
  ['zh-Hans-CN', 30, 'second', '30秒钟'],
] as const)('%s: %d of the unit %s is %s, on one line', (locale, count, unit, words) => {
  expect(unitWords(locale, count, unit)).toBe(words)
})
