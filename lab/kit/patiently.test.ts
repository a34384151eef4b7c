import { expect, test } from 'vitest'
import { isPutOff, PutOff, patiently, unlessPutOff } from './patiently.ts'

function failing(times: number, error: Error): { ask: () => Promise<string>; asked: () => number } {
  let asked = 0
  const ask = async () => {
    asked += 1
    if (asked <= times) throw error
    return 'answered'
  }
  return { ask, asked: () => asked }
}

test('what meets a 503 is done once more, until it is answered', async () => {
  const four = failing(4, new PutOff('x'))
  expect(await patiently(four.ask)).toBe('answered')
  expect(four.asked()).toBe(5)
})

test('what meets a 503 each time fails in the end, and says so', async () => {
  const always = failing(99, new Error('Introspection answered 503'))
  await expect(patiently(always.ask, 0)).rejects.toThrow('503')
  expect(always.asked()).toBe(1)
})

test('any other failure is told at once', async () => {
  const other = failing(1, new Error('Introspection answered 500, and 5030 is no status'))
  await expect(patiently(other.ask)).rejects.toThrow('500')
  expect(other.asked()).toBe(1)
})

test('a 503 alone is one', () => {
  expect(() => unlessPutOff({ status: 503 })).toThrow(PutOff)
  expect(unlessPutOff({ status: 500 })).toEqual({ status: 500 })
  expect([isPutOff(new Error('No redirect but 503: …')), isPutOff('503'), isPutOff(undefined)]).toEqual([
    true,
    false,
    false,
  ])
})
