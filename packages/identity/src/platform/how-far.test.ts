import { expect, test } from 'vitest'
import { howFar } from './how-far.ts'

test.each([
  [1, 3, ' of 3 (33 %)'],
  [3, 3, ' of 3 (100 %)'],
  [4, 3, ''],
  [0, 0, ''],
  [5, 'unknown', ''],
  [5, undefined, ''],
] as const)('%j of %j is said as %j', (done, whole, says) => {
  expect(howFar(done, whole)).toBe(says)
  expect(howFar(done, whole, 'about')).toBe(says.replace(' of ', ' of about '))
})
