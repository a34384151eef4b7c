import { expect, test } from 'vitest'
import { isSameOperator } from './same-operator.ts'

test.each([
  ['Ana Example', 'ana  EXAMPLE'],
  ['José', 'jose'],
  ['key#reports', 'key#reports'],
])('%s and %s are one operator', (one, other) => {
  expect(isSameOperator(one, other)).toBe(true)
})

test.each([
  ['key#reports', 'Key Reports'],
  ['key#reports', 'keyreports'],
  ['key#a.b', 'key#ab'],
  ['key#a-b', 'key#a.b'],
  ['Ana Example', 'Ana Exampel'],
])('%s and %s are two', (one, other) => {
  expect([isSameOperator(one, other), isSameOperator(other, one)]).toEqual([false, false])
})
