import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

/** How many statements three questions of one moment make, where each fails with this error. */
async function statementsAt(error: object): Promise<number> {
  let statements = 0
  const ask = coalesce((_questions: readonly number[]) => {
    statements += 1
    return Promise.reject(Object.assign(new Error('failed'), error))
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map(ask))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  return statements
}

test('questions run alone where one of them may be the fault, and fail together where the server is', async () => {
  expect(await statementsAt({ severity: 'ERROR', code: '22P02' })).toBe(4)
  expect(await statementsAt({ severity: 'ERROR', code: '53300' })).toBe(1)
  expect(await statementsAt({ code: 'EPIPE' })).toBe(1)
})
