import { expect, test } from 'vitest'
import { harmless } from './present.ts'

test.each(['\u0000', '\u001b', '\u009b', '\u2028', '\u202e', '\u2066', '\u200e', '\u200f', '\u061c'])(
  '%j reaches no terminal',
  (harm) => {
    expect(harmless(`Ana${harm}Example${harm}`)).toBe('Ana?Example?')
  },
)

test.each(['Ana Example', 'علي', 'می\u200cخواهم', 'José', '陈'])('%s stays as it is', (words) => {
  expect(harmless(words)).toBe(words)
})
