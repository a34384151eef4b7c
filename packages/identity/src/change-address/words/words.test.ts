import { expect, test } from 'vitest'
import { ar } from './ar.ts'

test.each([
  [1, 'ثم ننتظر يومًا واحدًا.'],
  [2, 'ثم ننتظر يومين.'],
  [3, 'ثم ننتظر 3 أيام.'],
])('Arabic waits %i days in the case that the sentence asks for', (count, said) => {
  expect(ar.page.confirmNext(count)).toBe(said)
})
