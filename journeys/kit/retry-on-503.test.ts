import { expect, test } from 'vitest'
import { Answered503, is503, retryOn503, unless503 } from './retry-on-503.ts'

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
  const four = failing(4, new Answered503('x'))
  expect(await retryOn503(four.ask)).toBe('answered')
  expect(four.asked()).toBe(5)
})

test('what meets a 503 each time fails in the end, and says so', async () => {
  const always = failing(99, new Error('Introspection answered 503'))
  await expect(retryOn503(always.ask, 0)).rejects.toThrow('503')
  expect(always.asked()).toBe(1)
})

test('any other failure is told at once', async () => {
  const other = failing(1, new Error('Introspection answered 500, and 5030 is no status'))
  await expect(retryOn503(other.ask)).rejects.toThrow('500')
  expect(other.asked()).toBe(1)
})

test('a 503 alone is one', () => {
  expect(() => unless503({ status: 503 })).toThrow(Answered503)
  expect(unless503({ status: 500 })).toEqual({ status: 500 })
  expect([is503(new Error('No redirect but 503: …')), is503('503'), is503(undefined)]).toEqual([
    true,
    false,
    false,
  ])
})
