import { expect, test } from 'vitest'
import { html } from '../platform/html.ts'
import { EVENTS } from '../rooms.ts'
import { sentencesOf } from './sentences.ts'

/** What a citizen reads in English about the end of all access. An operator gives a reason and no cause. */
function readOf(cause: string | null): string | undefined {
  const parts = { name: 'citizen-signed-out', cause, purpose: null, proof: null }
  return sentencesOf(EVENTS).of(parts)?.en(html``).toString()
}

test('the end of all access says who ended it', () => {
  expect(readOf(null)).toBe('The people who run this service signed you out everywhere')
  expect(readOf('was-not-me')).toContain('You told us that something was not you')
})

test.each([
  ['by the link to the old address, which nobody is signed in for', 'address-given-back'],
  ['by the citizen who closes the account', 'closing'],
])('%s, it is told by the event that caused it, and not as the work of an operator', (_how, cause) => {
  expect(readOf(cause)).toBeUndefined()
})
