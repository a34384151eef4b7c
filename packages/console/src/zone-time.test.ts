import { expect, test } from 'vitest'
import { readTypedTime, shownTime } from './zone-time.ts'

const zoneOf = (timeZone: string, language = 'en') => ({ language, timeZone: timeZone as 'UTC' })
const both = (typed: string, timeZone: string, language?: string) => [
  readTypedTime(typed, zoneOf(timeZone, language), 'begins'),
  readTypedTime(typed, zoneOf(timeZone, language), 'ends'),
]

test.each([
  ['2026-03-01', 'UTC', '2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'],
  ['2026-03-01', 'Asia/Kolkata', '2026-02-28T18:30:00Z', '2026-03-01T18:30:00Z'],
  ['2026-03-01 14:05', 'Europe/Berlin', '2026-03-01T13:05:00Z', '2026-03-01T13:06:00Z'],
  ['2026-03-01T14:05:07', 'America/Bogota', '2026-03-01T19:05:07Z', '2026-03-01T19:05:08Z'],
  ['2026-03-01T14:05:07.123Z', 'Europe/Berlin', '2026-03-01T14:05:07Z', '2026-03-01T14:05:08Z'],
  // A day of 23 hours, and one of 25.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  // A day without midnight.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
  // An hour that is skipped, and one that comes twice.
  ['2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z', '2026-03-29T01:31:00Z'],
  ['2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T01:31:00Z'],
  ['2026-10-25 02:30:00 CEST', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T00:30:01Z'],
  ['2026-10-25 02:30:00 CET', 'Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T01:30:01Z'],
  // No time is later than the last second that is written with a year of four digits.
  ['9999-12-30', 'UTC', '9999-12-30T00:00:00Z', '9999-12-31T00:00:00Z'],
  ['9999-12-31', 'UTC', '9999-12-31T00:00:00Z', '9999-12-31T23:59:59Z'],
  ['9999-12-31', 'America/Bogota', '9999-12-31T05:00:00Z', '9999-12-31T23:59:59Z'],
  ['9999-12-31 23:59:59', 'UTC', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ['9999-12-31T23:59:59Z', 'Europe/Berlin', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ['1970-01-01', 'UTC', '1970-01-01T00:00:00Z', '1970-01-02T00:00:00Z'],
])('%s in %s is from %s to %s', (typed, timeZone, begins, ends) => {
  expect(both(typed, timeZone)).toEqual([begins, ends])
})

test.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Bogota', 'Africa/Cairo'])(
  'what the pages show in %s can be copied into the form, in each language',
  (timeZone) => {
    for (const language of ['en', 'de', 'es', 'fr', 'ar', 'zh-Hans'])
      for (const at of ['2026-01-31T23:59:59Z', '2026-07-01T00:00:00Z', '2026-10-25T00:30:00Z']) {
        const { day, time, zoneName } = shownTime(zoneOf(timeZone, language), Date.parse(at))
        expect(both(`${day} ${time} ${zoneName}`, timeZone, language)[0]).toBe(at)
      }
  },
)

test.each([
  ...[
    'yesterday',
    '12h',
    '2026',
    '2026-03',
    '1.3.2026',
    '2026-3-1',
    '2026-02-30',
    '2026-13-01',
    ...['0000-01-01', '0000-02-29', '0001-01-01', '0001-02-29', '0099-12-31', '9999-12-32', '10000-01-01'],
  ],
  ...['2026-03-01 24:00', '2026-03-01 14:60', '2026-03-01 14', '2026-03-01 14:05:07 CEST', '1969-12-31'],
  ...[
    '2026-03-01 14:05 tomorrow',
    '2026-03-01 14:05 z',
    '٢٠٢٦-٠٣-٠١',
    '2026-03-01; drop table citizens',
    '<b>',
  ],
])('%s is no time', (typed) => {
  expect(both(typed, 'Europe/Berlin')).toEqual([undefined, undefined])
})
