import { expect, test } from 'vitest'
import { createSchedule } from './schedule.ts'

test('requests are due at even distances from the start', () => {
  const schedule = createSchedule(100, 4)
  expect([schedule.take(), schedule.take(), schedule.take()]).toEqual([100, 350, 600])
})

test('an hour of odd distances does not drift', () => {
  const schedule = createSchedule(0, 3)
  for (let taken = 0; taken < 3 * 3600; taken += 1) schedule.take()
  expect(schedule.take()).toBe(3_600_000)
})

test('a schedule of nothing a second is refused', () => {
  expect(() => createSchedule(0, 0)).toThrow('0 times a second')
  expect(() => createSchedule(0, Number.NaN)).toThrow()
})
