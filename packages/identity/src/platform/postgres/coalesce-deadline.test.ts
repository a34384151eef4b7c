import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { coalesce, HOT_PIPELINED, HOT_WRITES } from './coalesce.ts'
import { DatabaseUnavailable } from './database.ts'
import { Deadline } from './deadline.ts'

const DEADLINE_MILLISECONDS = 2_500

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A database that says nothing: each statement is given up at the deadline of the pool. */
function silentDatabase() {
  const asked: number[] = []
  const answerBatch = (requests: readonly number[]) =>
    new Promise<readonly number[]>((_resolve, reject) => {
      asked.push(...requests)
      setTimeout(() => reject(new DatabaseUnavailable('silent')), DEADLINE_MILLISECONDS)
    })
  return { asked, answerBatch }
}

/** How long after its beginning each of these was refused because of the database. */
async function refusedAfter(requests: readonly (readonly [number, () => Promise<unknown>])[]) {
  const outcomes = requests.map(async ([beginsAt, ask]) => {
    if (beginsAt > 0) await new Promise((resolve) => setTimeout(resolve, beginsAt))
    const begun = performance.now()
    const refusal = await ask().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DatabaseUnavailable)
    return performance.now() - begun
  })
  await vi.advanceTimersByTimeAsync(20 * DEADLINE_MILLISECONDS)
  return Promise.all(outcomes)
}

describe.each([
  ['reads', HOT_PIPELINED],
  ['writes', HOT_WRITES],
])('while the database is silent, of %s', (_what, how) => {
  // proves: threat-database-outage-crowd
  test.each([
    ['a crowd of one moment', Array.from({ length: 5_000 }, () => 0)],
    ['those who come one after the other', [0, 1, 10, 400, 1_200, 2_499, 2_500, 2_501, 4_000]],
  ])(
    '%s are each told at their own deadline, whatever they wait for (contract 7)',
    async (_who, beginnings) => {
      const { answerBatch } = silentDatabase()
      const ask = coalesce(answerBatch, { deadline: new Deadline(DEADLINE_MILLISECONDS), ...how })
      const waits = await refusedAfter(beginnings.map((at, index) => [at, () => ask(index)]))
      expect(new Set(waits)).toEqual(new Set([DEADLINE_MILLISECONDS]))
    },
  )

  test('those who were given up while they waited for a statement are in none', async () => {
    const { asked, answerBatch } = silentDatabase()
    const ask = coalesce(answerBatch, { deadline: new Deadline(DEADLINE_MILLISECONDS), ...how })
    const crowd = Array.from({ length: 5_000 }, (_, index) => [0, () => ask(index)] as const)
    await refusedAfter(crowd)
    expect(asked.length).toBeLessThanOrEqual(how.inFlight * how.most)
  })
})

test('who has just come when a silent statement ends is not refused with it, and gets the answer of the next one', async () => {
  let isSilent = true
  const { answerBatch } = silentDatabase()
  const ask = coalesce(
    (requests: readonly number[]) => (isSilent ? answerBatch(requests) : Promise.resolve(requests)),
    {
      deadline: new Deadline(DEADLINE_MILLISECONDS),
      ...HOT_PIPELINED,
    },
  )
  const first = ask(1).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(DEADLINE_MILLISECONDS - 1)
  isSilent = false
  const second = ask(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(await first).toBeInstanceOf(DatabaseUnavailable)
  expect(await second).toBe(2)
})

test('an answer after the deadline changes nothing, and costs the next request nothing', async () => {
  const answers: (() => void)[] = []
  const ask = coalesce(
    (requests: readonly number[]) =>
      new Promise<readonly number[]>((resolve) => answers.push(() => resolve(requests))),
    { deadline: new Deadline(DEADLINE_MILLISECONDS), ...HOT_WRITES },
  )
  const late = ask(1).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(DEADLINE_MILLISECONDS)
  expect(await late).toBeInstanceOf(DatabaseUnavailable)
  answers[0]?.()
  const next = ask(2)
  await vi.advanceTimersByTimeAsync(0)
  answers[1]?.()
  expect(await next).toBe(2)
  expect(vi.getTimerCount()).toBeLessThanOrEqual(1)
})
