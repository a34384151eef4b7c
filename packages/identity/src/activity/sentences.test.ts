import { expect, test } from 'vitest'
import { html } from '../platform/html.ts'
import { EVENTS } from '../rooms.ts'
import { sentencesIn, sentencesOf } from './sentences.ts'

/** What a citizen reads in English about the end of all access. An operator gives a reason and no cause. */
function readOf(cause: string | null): string | undefined {
  const parts = { name: 'citizen-signed-out', cause, purpose: null, proof: null }
  return sentencesOf(EVENTS).of(parts)?.en(html``).toString()
}

test('the end of all access says who ended it', () => {
  expect(readOf(null)).toBe('The people who run this service signed this account out everywhere')
  expect(readOf('was-not-me')).toContain('somebody else was in the account')
})

test.each([
  ['by the link to the old address, which nobody is signed in for', 'address-given-back'],
  ['by the citizen who closes the account', 'closing'],
])('%s, it is told by the event that caused it, and not as the work of an operator', (_how, cause) => {
  expect(readOf(cause)).toBeUndefined()
})

test.each([
  ['en', /\b(?:you|your|yours|yourself)\b/i],
  ['de', /\b(?:Sie|Ihr|Ihre|Ihrem|Ihren|Ihrer|Ihres|Ihnen)\b/],
  ['fr', /\b(?:vous|votre|vos)\b/i],
  ['es', /\busted(?:es)?\b/i],
  ['zh-Hans', /[您你]/],
] as const)(
  'no sentence about an event addresses its reader, who may be a supporter: %s',
  (language, addressed) => {
    const said = Object.values(EVENTS).flatMap((event) =>
      [...sentencesIn(event), ...(event.forSupporters ? [event.forSupporters] : [])].map((sentence) =>
        sentence[language](html`…`).toString(),
      ),
    )
    expect(said.length).toBeGreaterThan(60)
    expect(said.filter((sentence) => addressed.test(sentence))).toEqual([])
  },
)
