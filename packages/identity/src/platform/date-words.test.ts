import { describe, expect, test } from 'vitest'
import { unixSeconds } from './clock.ts'
import { type MomentWords, momentWords, type ReadIn, readTimeZone, UTC } from './date-words.ts'

const at = (text: string) => unixSeconds(Date.parse(text) / 1000)
const JANUARY = at('2026-01-01T08:55:00Z')
const JULY = at('2026-07-15T08:55:00Z')

/** The words of a moment with ordinary spaces. */
const spaced =
  (readIn: ReadIn): MomentWords =>
  (moment) =>
    momentWords(readIn)(moment).replaceAll('\u00a0', ' ')

const zoneOf = (name: string) => readTimeZone(name) ?? expect.fail(`${name} is no time zone`)

test('a French letter says the first of a month as French does', () => {
  expect(spaced({ language: 'fr', timeZone: UTC })(JANUARY)).toBe('1er janvier 2026 à 08:55 UTC')
})

test('a Spanish text says the first hour as Spanish does', () => {
  const words = spaced({ language: 'es', timeZone: UTC })
  const said = ['01:05', '11:05', '13:05'].map((time) => words(at(`2026-03-02T${time}:00Z`)))
  expect(said.map((text) => text.replace(/.* (?=a la)/, ''))).toEqual([
    'a la 01:05 UTC',
    'a las 11:05 UTC',
    'a las 13:05 UTC',
  ])
})

// proves: one-time-zone
test.each([
  ['en', '1 January 2026 at 09:55 CET', '15 July 2026 at 10:55 CEST'],
  ['es', '1 de enero de 2026 a las 09:55 CET', '15 de julio de 2026 a las 10:55 CEST'],
  ['fr', '1er janvier 2026 à 09:55 UTC+1', '15 juillet 2026 à 10:55 UTC+2'],
  ['de', '1. Januar 2026 um 09:55 Uhr MEZ', '15. Juli 2026 um 10:55 Uhr MESZ'],
  ['ar', '1 يناير 2026 في 09:55 غرينتش+1', '15 يوليو 2026 في 10:55 غرينتش+2'],
  ['zh-Hans', '2026年1月1日 GMT+1 09:55', '2026年7月15日 GMT+2 10:55'],
])('in %s, winter and summer are both right, and both name their time zone', (language, winter, summer) => {
  const words = spaced({ language, timeZone: zoneOf('Europe/Berlin') })
  expect([words(JANUARY), words(JULY)]).toEqual([winter, summer])
})

test.each([
  ['en', '1_January_2026 at_09:55_CET'],
  ['es', '1_de_enero_de_2026 a_las_09:55_CET'],
  ['fr', '1er_janvier_2026 à_09:55_UTC+1'],
  ['de', '1._Januar_2026 um_09:55_Uhr_MEZ'],
  ['ar', '1_يناير_2026 في_09:55_غرينتش+1'],
  ['zh-Hans', '2026年1月1日 GMT+1_09:55'],
])('in %s, a line may end between the date and the time, and nowhere else', (language, words) => {
  const said = momentWords({ language, timeZone: zoneOf('Europe/Berlin') })(JANUARY)
  expect(said.replaceAll('\u00a0', '_')).toBe(words)
})

test('the hour that comes twice in autumn is told apart, and the one that spring leaves out is no hour', () => {
  const words = spaced({ language: 'en', timeZone: zoneOf('Europe/Berlin') })
  const autumn = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((text) => words(at(text)))
  expect(autumn).toEqual(['25 October 2026 at 02:30 CEST', '25 October 2026 at 02:30 CET'])
  const spring = ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'].map((text) => words(at(text)))
  expect(spring).toEqual(['29 March 2026 at 01:59 CET', '29 March 2026 at 03:00 CEST'])
})

test('a day ends where the time zone ends it', () => {
  const night = at('2026-01-01T02:00:00Z')
  const day = (zone: string) => spaced({ language: 'en', timeZone: zoneOf(zone) })(night).slice(0, -9)
  expect(day('America/Bogota')).toContain('31 December 2025')
  expect(day('Pacific/Auckland')).toContain('1 January 2026')
})

describe('a time zone', () => {
  test.each(['Europe/Berlin', 'america/bogota', 'UTC'])('is %s', (name) => {
    expect(readTimeZone(name)).toBe(name)
  })

  test.each(['', 'Mars/Base', 'Europe/', 'Europe/Berlin ', '+02:00', '-05', 'UTC+2', 'CEST', '__proto__'])(
    'is not %j',
    (name) => {
      expect(readTimeZone(name)).toBeUndefined()
    },
  )
})
