import { expect, test } from 'vitest'
import type { LoadPlan, LoadResult } from '../../kit/load/plan.ts'
import { generate, together } from './generate.ts'

const result: LoadResult = {
  answers: 1000,
  seconds: 5,
  p50Milliseconds: 1,
  p99Milliseconds: 2,
  mostMilliseconds: 3,
  faults: 0,
  firstFault: undefined,
  cpuMicroseconds: 100,
  kinds: {},
}
const looks = {
  ...result,
  answers: 10,
  p50Milliseconds: 9,
  faults: 1,
  firstFault: 'expected active',
  cpuMicroseconds: 5,
}

test('an answer that only a look finds wrong is a fault of the run', () => {
  const both = together(result, looks)
  expect([both.faults, both.firstFault]).toEqual([1, 'expected active'])
})

test('looks count as answers and as cost, and do not change the times', () => {
  const both = together(result, looks)
  expect([both.answers, both.cpuMicroseconds, both.p50Milliseconds]).toEqual([1010, 105, 1])
})

test('one connection is driven by our own process, so that nothing else is under way beside it', async () => {
  const plans: LoadPlan[] = []
  const run = (plan: LoadPlan) => Promise.resolve(void plans.push(plan)).then(() => result)
  const loader = { run, runFaultless: run, end: () => undefined, stop: () => Promise.resolve() }
  const plan: LoadPlan = { ports: [1], connections: 1, seconds: 1, load: { kind: 'cycle', requests: [] } }
  const { generator } = await generate({ wrk: true, folder: '', loader }, plan)
  expect([generator, plans]).toEqual(['own', [plan]])
})
