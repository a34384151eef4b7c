import { describe, expect, test } from 'vitest'
import type { UnixSeconds } from '../platform/clock.ts'
import { UsageFault } from './command.ts'
import { readDuration, readSince } from './durations.ts'

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
    ['1h', '2026-03-01T11:00:00Z'],
    ['2026-02-01', '2026-02-01T00:00:00Z'],
    ['2026-02-01T10:00Z', '2026-02-01T10:00:00Z'],
    ['2026-02-01T10:00:00.999+02:00', '2026-02-01T08:00:00Z'],
    ['9999999w', '1970-01-01T00:00:00Z'],
  ])('%s is %s', (words, iso) => {
    expect(readSince('--since', words, now)).toBe(Date.parse(iso) / 1000)
  })

  test.each([
    '',
    'yesterday',
    '2026',
    '01/02/2026',
    '2026-02-30T25:00:00Z',
    '2026-02-01T10:00:00',
    '1969-01-01',
    '5',
  ])('%j is refused', (words) => {
    expect(() => readSince('--since', words, now)).toThrow(UsageFault)
  })
})
