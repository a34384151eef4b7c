import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byLayout, coalesce } from './coalesce.ts'
import { DatabaseUnavailable } from './database.ts'
import { Deadline } from './deadline.ts'

/** No test here lasts so long. */
const deadline = new Deadline(600_000)

/** Batches that the test answers when it likes. */
function heldBatches() {
  const batches: { requests: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = []
  const answerBatch = (requests: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      batches.push({ requests, answer: () => resolve(requests.map((n) => `answer ${n}`)), fail: reject })
    })
  return { batches, answerBatch }
}

const moment = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a second statement overlaps the first only when enough wait; fewer go with the next', async () => {
  const { batches, answerBatch } = heldBatches()
  const ask = coalesce(answerBatch, { deadline, inFlight: 2, spread: 3, most: 10 })
  const answers = [ask(1)]
  await moment()
  answers.push(ask(2), ask(3))
  await moment()
  expect(batches.map(({ requests }) => requests)).toEqual([[1]])
  answers.push(ask(4))
  await moment()
  expect(batches.map(({ requests }) => requests)).toEqual([[1], [2, 3, 4]])
  answers.push(ask(5))
  for (const batch of batches) batch.answer()
  await moment()
  expect(batches.at(-1)?.requests).toEqual([5])
  batches.at(-1)?.answer()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5].map((n) => `answer ${n}`))
})

test('a crowd is spread over all statements that may be in flight, a small one over fewer', async () => {
  const sizesOf = async (crowd: number) => {
    const { batches, answerBatch } = heldBatches()
    const ask = coalesce(answerBatch, { deadline, inFlight: 4, spread: 8, most: 256 })
    for (let request = 0; request < crowd; request += 1) void ask(request)
    await moment()
    return batches.map(({ requests }) => requests.length)
  }
  expect(await sizesOf(7)).toEqual([7])
  expect(await sizesOf(20)).toEqual([8, 8])
  expect(await sizesOf(32)).toEqual([8, 8, 8, 8])
  expect(await sizesOf(130)).toEqual([33, 33, 32, 32])
  expect(await sizesOf(2_000)).toEqual([256, 256, 256, 256])
})

test('each request gets its own answer, in any crowd and at any width', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(50), { maxLength: 60 }),
      fc.record({
        inFlight: fc.integer({ min: 1, max: 4 }),
        most: fc.integer({ min: 1, max: 10 }),
        spread: fc.option(fc.integer({ min: 1, max: 70 }), { nil: undefined }),
      }),
      fc.boolean(),
      async (requests, width, hasKey) => {
        let widest = 0
        let running = 0
        let longest = 0
        const spread = width.spread === undefined ? {} : { spread: width.spread }
        const ask = coalesce<number, string>(
          async (batch) => {
            running += 1
            widest = Math.max(widest, running)
            longest = Math.max(longest, batch.length)
            if (hasKey) expect(new Set(batch).size).toBe(batch.length)
            await moment()
            running -= 1
            return batch.map((n) => `answer ${n}`)
          },
          {
            deadline,
            inFlight: width.inFlight,
            most: width.most,
            ...spread,
            ...(hasKey ? { key: String } : {}),
          },
        )
        const answers = await Promise.all(requests.map((n) => ask(n)))
        expect(answers).toEqual(requests.map((n) => `answer ${n}`))
        expect(widest).toBeLessThanOrEqual(width.inFlight)
        expect(longest).toBeLessThanOrEqual(width.most)
      },
    ),
    { numRuns: 60 },
  )
})

test('an idle server asks at once; requests gather only while a statement is under way', async () => {
  const { batches, answerBatch } = heldBatches()
  const ask = coalesce(answerBatch, { deadline, inFlight: 1, most: 100 })
  const first = ask(1)
  await moment()
  const later = [ask(2), ask(3), ask(4)]
  await moment()
  expect(batches.map(({ requests }) => requests)).toEqual([[1]])
  batches[0]?.answer()
  await first
  await moment()
  expect(batches.map(({ requests }) => requests)).toEqual([[1], [2, 3, 4]])
  batches[1]?.answer()
  expect(await Promise.all(later)).toEqual(['answer 2', 'answer 3', 'answer 4'])
})

test('nothing is remembered: the same question is asked again', async () => {
  let asked = 0
  const ask = coalesce<number, number>(async (requests) => requests.map(() => (asked += 1)), {
    deadline,
    inFlight: 1,
    most: 10,
  })
  expect([await ask(1), await ask(1), await ask(1)]).toEqual([1, 2, 3])
})

test('requests with the same key never meet in one batch, and keep their order', async () => {
  const { batches, answerBatch } = heldBatches()
  const ask = coalesce(answerBatch, { deadline, inFlight: 1, most: 10, key: (n) => String(n % 10) })
  const all = [ask(1), ask(11), ask(2), ask(21), ask(3)]
  for (let turn = 0; turn < 3; turn += 1) {
    await moment()
    batches[turn]?.answer()
  }
  await Promise.all(all)
  expect(batches.map(({ requests }) => requests)).toEqual([[1, 2, 3], [11], [21]])
})

describe('a batch that fails', () => {
  test('is asked again one by one, so that a bad row fails alone', async () => {
    const ask = coalesce<number, string>(
      async (requests) => {
        if (requests.includes(13)) throw new Error('bad row')
        return requests.map((n) => `answer ${n}`)
      },
      { deadline, inFlight: 2, most: 10 },
    )
    const outcomes = await Promise.allSettled([1, 13, 2, 3].map((n) => ask(n)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(await ask(4)).toBe('answer 4')
  })

  test('of one is not asked again', async () => {
    let asked = 0
    const ask = coalesce<number, string>(
      async () => {
        asked += 1
        throw new Error('bad row')
      },
      { deadline, inFlight: 1, most: 10 },
    )
    await expect(ask(1)).rejects.toThrow('bad row')
    expect(asked).toBe(1)
  })

  test('because the database is away fails all of them at once, and the next ones are asked anew', async () => {
    const { batches, answerBatch } = heldBatches()
    const ask = coalesce(answerBatch, { deadline, inFlight: 1, most: 10 })
    const all = [ask(1), ask(2), ask(3)]
    await moment()
    batches[0]?.fail(new DatabaseUnavailable('away'))
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    await moment()
    expect(batches).toHaveLength(1)
    const again = ask(4)
    await moment()
    batches[1]?.answer()
    expect(await again).toBe('answer 4')
  })

  test('while others wait lets them go on', async () => {
    const { batches, answerBatch } = heldBatches()
    const ask = coalesce(answerBatch, { deadline, inFlight: 1, most: 1 })
    const first = ask(1)
    const second = ask(2)
    await moment()
    batches[0]?.fail(new Error('bad row'))
    await expect(first).rejects.toThrow('bad row')
    await moment()
    batches[1]?.answer()
    expect(await second).toBe('answer 2')
  })

  test('by a throw before its statement is a failure like others', async () => {
    const ask = coalesce<number, string>(
      () => {
        throw new Error('at once')
      },
      { deadline, inFlight: 1, most: 10 },
    )
    await expect(Promise.all([ask(1), ask(2)])).rejects.toThrow('at once')
  })

  test('or by a missing answer fails those that asked, and nobody waits for ever', async () => {
    const ask = coalesce<number, string>(() => Promise.resolve([]), { deadline, inFlight: 1, most: 10 })
    const outcomes = await Promise.allSettled([ask(1), ask(2)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('on a distributed database', () => {
  const ways = {
    together: async (n: number) => `together ${n}`,
    alone: async (n: number) => {
      if (n % 2 === 0) throw new DatabaseUnavailable('The server of this citizen is away')
      return `alone ${n}`
    },
  }

  test('a server that is away fails only the requests for its own citizens', async () => {
    const ask = byLayout({ layout: async () => 'distributed' }, ways)
    const answers = await Promise.allSettled([1, 2, 3, 4].map(ask))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(await ask(5)).toBe('alone 5')
  })

  test('where the rows are is asked again until the database says it, and on one server requests are gathered', async () => {
    const answers = [new DatabaseUnavailable('away'), 'one-server' as const]
    let asked = 0
    const layout = async () => {
      const answer = answers[asked++]
      if (typeof answer !== 'string') throw answer ?? new Error('It was asked too often')
      return answer
    }
    const ask = byLayout({ layout }, ways)
    await expect(ask(1)).rejects.toThrow('away')
    expect([await ask(2), await ask(4)]).toEqual(['together 2', 'together 4'])
    expect(asked).toBe(2)
  })
})
