import { expect, test } from 'vitest'
import { hasRepeatedMembers } from './index.ts'

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '{"a":{"b":1,"c":2,"b":3}}',
  '[{"a":1},{"a":1,"a":2}]',
  '{"a":[1],"b":{},"a":1}',
  '{"a" : 1 , "a"\n: 2}',
  '{"":1,"":2}',
  '{"\\"":1,"\\"":2}',
])('%s names a member twice', (text) => {
  JSON.parse(text)
  expect(hasRepeatedMembers(text)).toBe(true)
})

test.each([
  '{}',
  '[]',
  '"a"',
  '{"a":1,"b":1}',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"\\"a\\":","b":"{"}',
  '{"a":["a","a"],"b":"a"}',
  '{"a":"}","b":"a:"}',
])('%s does not', (text) => {
  JSON.parse(text)
  expect(hasRepeatedMembers(text)).toBe(false)
})
