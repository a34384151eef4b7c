import { expect, test } from 'vitest'
import { bytes, endedCause, flag, instant, number, text } from './rows.ts'

const READERS = { bytes, flag, instant, number, text }

// proves: threat-rolling-update
test.each(Object.entries(READERS))(
  '%s refuses a column that the row does not have, or that is null',
  (_name, read) => {
    expect(() => read({}, 'at')).toThrow('Column at cannot be read from undefined')
    expect(() => read({ at: null }, 'at')).toThrow('Column at cannot be read from null')
    expect(() => read({ at: {} }, 'at')).toThrow('Column at cannot be read from object')
  },
)

test('a value that does not fit is refused, and the error does not say it', () => {
  expect(() => instant({ at: 'a secret' }, 'at')).toThrow(/^Column at cannot be read from string$/)
  expect(() => bytes({ at: 'a secret' }, 'at')).toThrow(/^Column at cannot be read from string$/)
  expect(() => flag({ at: 'true' }, 'at')).toThrow(/^Column at cannot be read from string$/)
  expect(() => number({ at: '' }, 'at')).toThrow(/^Column at cannot be read from string$/)
})

test('a bigint is read however the driver gives it, and so is a timestamp', () => {
  for (const one of ['7', 7, 7n]) expect([number({ one }, 'one'), text({ one }, 'one')]).toEqual([7, '7'])
  const at = new Date('2026-01-05T10:00:00.000Z')
  for (const one of [at, at.toISOString(), at.getTime()]) expect(instant({ one }, 'one')).toEqual(at)
})

// proves: threat-rolling-update
test('a session that a newer release ended for an unknown cause has ended here, too', () => {
  expect(endedCause({ cause: 'a_cause_of_tomorrow' }, 'cause')).toBe('revoked_by_program')
  expect(endedCause({ cause: 'logout' }, 'cause')).toBe('logout')
  expect(endedCause({ cause: null }, 'cause')).toBeNull()
  expect(() => endedCause({}, 'cause')).toThrow('cannot be read')
})
