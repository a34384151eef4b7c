import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { coalesce, HOT_PIPELINED, HOT_WRITES } from './coalesce.ts'
import { DatabaseUnavailable } from './database.ts'

/** A tenth of the deadline of the service. */
const DEADLINE = 250

test.each([
  ['reads', HOT_PIPELINED, 5_000],
  ['writes', HOT_WRITES, 2_000],
])('while the database hangs, all %s are told so within little more than the deadline', async (_what, options, crowd) => {
  const ask = coalesce(async (_requests: readonly number[]): Promise<readonly number[]> => {
    await wait(DEADLINE)
    throw new DatabaseUnavailable('The database did not answer in time')
  }, options)
  const begun = performance.now()
  const took = await Promise.all(
    Array.from({ length: crowd }, (_, index) => ask(index).catch(() => performance.now() - begun)),
  )
  const longest = Math.max(...took)
  console.log(_what, `${crowd} at once: the last was told after ${(longest / DEADLINE).toFixed(1)} deadlines`)
  expect(longest).toBeLessThan(DEADLINE * 1.2)
})

test.each([
  ['reads', HOT_PIPELINED],
  ['writes', HOT_WRITES],
])('two or three callers, one after the other, while the database hangs: %s', async (_what, options) => {
  const ask = coalesce(async (_requests: readonly number[]): Promise<readonly number[]> => {
    await wait(DEADLINE)
    throw new DatabaseUnavailable('The database did not answer in time')
  }, options)
  const took = await Promise.all(
    [0, 10, 20, 30].map(async (later) => {
      await wait(later)
      const begun = performance.now()
      await ask(later).catch(() => undefined)
      return (performance.now() - begun) / DEADLINE
    }),
  )
  console.log(_what, 'deadlines waited:', took.map((each) => each.toFixed(1)).join(' '))
  expect(Math.max(...took)).toBeLessThan(1.2)
})
