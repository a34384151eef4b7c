import { expect, test } from 'vitest'
import { describeWith, type SsoProblemCode } from './problems.ts'

const ALL: readonly (readonly [SsoProblemCode, string, RegExp])[] = [
  ['cancelled', 'restart', /did not finish signing in/],
  ['existing_account', 'link', /already have an account here.*connect it/],
  ['unavailable', 'retry', /not available right now. Nothing was changed/],
  ['flow_not_found', 'restart', /another browser or took too long/],
  ['handoff_refused', 'restart', /could not be finished/],
  ['throttled', 'wait', /wait 30 seconds/],
  ['offline', 'wait', /still signed in/],
  ['session_ended', 'restart', /central session ended/],
  ['session_expired', 'restart', /is over/],
  ['storage_blocked', 'none', /blocks storage/],
  ['sso_disabled', 'none', /switched off/],
]

// proves: program-7-codes-status-and-words
test.each(ALL)('%s offers %s and says it in words for a citizen (contract 7)', (code, action, words) => {
  const problem = describeWith()(code)
  expect(problem).toMatchObject({ code, action })
  expect(problem.message).toMatch(words)
  expect(problem.message).not.toContain('{n}')
})

test('an app may put its own words in the place of any of ours', () => {
  const describe = describeWith({ cancelled: 'Abgebrochen.', throttled: 'Noch {n} Sekunden.' })
  expect(describe('cancelled').message).toBe('Abgebrochen.')
  expect(describe('throttled', { kind: 'throttled', body: {}, retryAfterSeconds: 7 }).message).toBe(
    'Noch 7 Sekunden.',
  )
  expect(describe('unavailable').message).toMatch(/not available/)
})

test('429 is always throttled, with the seconds that the program asks for', () => {
  const problem = describeWith()('unavailable', { kind: 'throttled', body: {}, retryAfterSeconds: 12 })
  expect(problem).toEqual({
    code: 'throttled',
    action: 'wait',
    message: 'Too many tries. Please wait 12 seconds.',
    retryAfterSeconds: 12,
  })
})

test("a problem has the program's code, for logs, and no other code if there is none", () => {
  const answer = { kind: 'refused', body: {}, programCode: 'return_uri_not_allowed' } as const
  expect(describeWith()('unavailable', answer)).toHaveProperty('programCode', 'return_uri_not_allowed')
  expect(Object.keys(describeWith()('unavailable'))).toEqual(['code', 'action', 'message'])
})
