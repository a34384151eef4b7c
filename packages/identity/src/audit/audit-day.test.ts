import { expect, test } from 'vitest'
import { unixSeconds } from '../platform/clock.ts'
import { dayOf, readDay } from './audit-day.ts'

test('a day begins and ends at midnight in UTC', () => {
  const noon = unixSeconds(Date.parse('2026-03-01T12:00:00Z') / 1000)
  expect(dayOf(noon)).toEqual({ name: '2026-03-01', beginsAt: noon - 43_200, endsAt: noon + 43_200 })
  expect(dayOf(unixSeconds(noon + 43_199)).name).toBe('2026-03-01')
  expect(dayOf(unixSeconds(noon + 43_200)).name).toBe('2026-03-02')
})

test.each(['2026-02-29', '2026-3-1', '1969-12-31', '2026-03-01T00:00:00Z', ''])('%s is no day', (name) => {
  expect(readDay(name)).toBeUndefined()
})
