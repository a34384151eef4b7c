import { describe, expect, test } from 'vitest'
import type { UnixSeconds } from '../platform/clock.ts'
import { UsageFault } from './command.ts'
import { readDuration, readSince, readUntil } from './durations.ts'

const now = (Date.parse('2026-03-01T12:00:00Z') / 1000) as UnixSeconds

describe('lengths of time', () => {
  test.each([
    ['45s', 45],
    ['90m', 5_400],
    ['12h', 43_200],
    ['30d', 2_592_000],
    ['2w', 1_209_600],
    [' 1d ', 86_400],
  ])('%s is %i seconds', (words, seconds) => {
    expect(readDuration('--expires', words)).toBe(seconds)
  })

  test.each(['', '0d', '-1d', '1', 'd', '1.5h', '1y', '1D', '30 d', '1d2h', '99999999d', 'NaNd', '１d'])(
    '%j is refused',
    (words) => {
      expect(() => readDuration('--expires', words)).toThrow(UsageFault)
    },
  )
})

describe('instants', () => {
  test.each([
    ['1h', '2026-03-01T11:00:00.000000Z'],
    ['2026-02-01', '2026-02-01T00:00:00.000000Z'],
    ['2026-02-01T10:00Z', '2026-02-01T10:00:00.000000Z'],
    ['2026-02-01T10:00:00.999+02:00', '2026-02-01T08:00:00.999000Z'],
    ['2026-02-01T10:00:00.1234567Z', '2026-02-01T10:00:00.123456Z'],
    ['9999999w', '1970-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('%s is %s', (words, iso) => {
    expect(readSince('--since', words, now)).toBe(iso)
  })

  test.each([
    '',
    'yesterday',
    '2026',
    '01/02/2026',
    '2026-02-30T25:00:00Z',
    '2026-02-01T10:00:00',
    '1969-01-01',
    '0000-01-01',
    '0001-02-29',
    '2026-02-30',
    '2026-02-29T12:00:00Z',
    '9999-12-31T23:59:59-00:01',
    '10000-01-01',
    '5',
  ])('%j is refused', (words) => {
    expect(() => readSince('--since', words, now)).toThrow(UsageFault)
  })

  test.each(['9999-12-31', '9999-12-31T23:59:59Z'])('an end may be %s', (words) => {
    expect(readUntil('--until', words, now)).toBe(Date.parse(words) / 1000)
  })

  test.each(['9999-12-31T23:59:59-00:01', '9999999w', '2026-03-01T12:00:00.9Z', '0000-01-01'])(
    'no end is %s',
    (words) => {
      expect(() => readUntil('--until', words, now)).toThrow(UsageFault)
    },
  )
})
