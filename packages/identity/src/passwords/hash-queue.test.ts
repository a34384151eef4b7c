import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valuesOf } from '../../testing/metric-values.ts'
import { accepted, type Result } from '../platform/result.ts'
import { hashQueue } from './hash-queue.ts'

/** Work that ends when it is told to, in the order in which it began. */
function workbench() {
  const begun: { end: () => void; fail: (error: Error) => void }[] = []
  const work = () =>
    new Promise<Result<number, 'busy'>>((resolve, reject) => {
      const place = begun.length
      begun.push({ end: () => resolve(accepted(place)), fail: reject })
    })
  /** Lets everything go on that can. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    work,
    settle,
    begun: () => begun.length,
    end: async (place: number) => {
      begun[place]?.end()
      await settle()
    },
    fail: async (place: number) => {
      begun[place]?.fail(new Error(`the ${place}th`))
      await settle()
    },
  }
}

/** A queue of one place with so many pieces of work in it, and which of them have come out, and how. */
function fullQueue(pieces: number, concurrency = 1) {
  const bench = workbench()
  const queue = hashQueue({ concurrency, maxWaiting: 100 })
  const out: string[] = []
  for (let piece = 0; piece < pieces; piece += 1) {
    queue.run(bench.work).then(
      (result) => out.push(result.ok ? `${result.value}` : result.refusal),
      (error: Error) => out.push(error.message),
    )
  }
  return { ...bench, out }
}

describe('while many wait', () => {
  test('four results go out together, in their order, and the next one begins all the while', async () => {
    const { settle, begun, end, out } = fullQueue(20)
    await settle()
    for (const place of [0, 1, 2]) {
      await end(place)
      expect(out).toEqual([])
      expect(begun()).toBe(place + 2)
    }
    await end(3)
    expect(out).toEqual(['0', '1', '2', '3'])
  })
  test('a failure takes its place among them, and keeps none of the others', async () => {
    const { settle, end, fail, out } = fullQueue(20)
    await settle()
    await end(0)
    await fail(1)
    await end(2)
    await fail(3)
    expect(out).toEqual(['0', 'the 1th', '2', 'the 3th'])
  })
  test('what was kept goes out as soon as no longer many wait', async () => {
    const { settle, end, out } = fullQueue(10)
    await settle()
    await end(0)
    expect(out).toEqual([])
    await end(1)
    expect(out).toEqual(['0', '1'])
  })
})

test('while few wait, each result goes out at once', async () => {
  const { settle, end, out } = fullQueue(8)
  await settle()
  for (let place = 0; place < 8; place += 1) {
    await end(place)
    expect(out).toHaveLength(place + 1)
  }
})

test('who comes when too many wait is refused at once, and nothing is run', async () => {
  const bench = workbench()
  const queue = hashQueue({ concurrency: 1, maxWaiting: 1 })
  const first = queue.run(bench.work)
  const second = queue.run(bench.work)
  expect(await queue.run(bench.work)).toEqual({ ok: false, refusal: 'busy' })
  await bench.end(0)
  await bench.end(1)
  expect(await Promise.all([first, second])).toEqual([
    { ok: true, value: 0 },
    { ok: true, value: 1 },
  ])
  expect(bench.begun()).toBe(2)
})

// proves: design-7.30-bounded-hashing, threat-hashing-flood
test('a place that is kept counts as taken until it is given back, and its work then finds it free', async () => {
  const bench = workbench()
  const queue = hashQueue({ concurrency: 1, maxWaiting: 1 })
  const [first, second] = [queue.reserve('one'), queue.reserve('another')]
  expect(queue.reserve('one')).toBeUndefined()
  expect(await queue.run(bench.work)).toEqual({ ok: false, refusal: 'busy' })
  second?.giveBack()
  second?.giveBack()
  const between = queue.run(bench.work)
  expect(queue.reserve('one')).toBeUndefined()
  const work = first?.run(bench.work)
  first?.giveBack()
  expect(queue.reserve('one')).toBeUndefined()
  await bench.settle()
  await bench.end(0)
  await bench.end(1)
  expect(await Promise.all([between, work])).toEqual([0, 1].map((value) => ({ ok: true, value })))
  expect((await valuesOf(queue.metrics, 'portico_hashing_refused_total'))['']).toBe(4)
  expect(
    ['one', 'two', 'three'].map((who) => queue.reserve(who)).map((place) => place !== undefined),
  ).toEqual([true, true, false])
})

// proves: threat-hashing-flood
test('a quarter of the places is kept for one network, so others find one, however often it tries', async () => {
  const bench = workbench()
  const queue = hashQueue({ concurrency: 2, maxWaiting: 10 })
  const reserved = async () => (await valuesOf(queue.metrics, 'portico_hashing_reserved'))['']
  const kept = Array.from({ length: 200 }, () => queue.reserve('one'))
  expect([kept.every((place) => place !== undefined), await reserved()]).toEqual([true, 3])
  const others = Array.from({ length: 12 }, (_, at) => queue.reserve(`other-${at}`))
  expect(others.filter((place) => place !== undefined)).toHaveLength(9)
  expect(await kept[100]?.run(bench.work), 'nothing is free beside what is kept').toEqual({
    ok: false,
    refusal: 'busy',
  })
  const first = others[0]?.run(bench.work)
  await bench.settle()
  await bench.end(0)
  expect(await first).toEqual({ ok: true, value: 0 })
  const second = kept[100]?.run(bench.work)
  await bench.settle()
  await bench.end(1)
  expect(await second, 'a place is free').toEqual({ ok: true, value: 1 })
  for (const place of [...kept, ...others, ...kept]) place?.giveBack()
  expect(await reserved()).toBe(0)
})

// proves: design-7.30-bounded-hashing
test('whoever has waited for eight seconds is refused; the others go on in their order', async () => {
  const bench = workbench()
  const late: { readonly milliseconds: number; readonly call: () => void; isForgotten: boolean }[] = []
  const after = (milliseconds: number, call: () => void) => {
    const timer = { milliseconds, call, isForgotten: false }
    late.push(timer)
    return () => void (timer.isForgotten = true)
  }
  const queue = hashQueue({ concurrency: 1, maxWaiting: 3, after })
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => queue.run(bench.work))
  expect(late.map(({ milliseconds }) => milliseconds)).toEqual([8_000, 8_000, 8_000])
  late[1]?.call()
  expect(await third).toEqual({ ok: false, refusal: 'busy' })
  expect((await valuesOf(queue.metrics, 'portico_hashing_refused_total'))['']).toBe(1)
  const place = queue.reserve('one')
  expect(place, 'its place is free').toBeDefined()
  place?.giveBack()
  await bench.end(0)
  await bench.end(1)
  await bench.end(2)
  expect(await Promise.all([first, second, fourth])).toEqual([0, 1, 2].map((value) => ({ ok: true, value })))
  expect(late.map(({ isForgotten }) => isForgotten)).toEqual([true, false, true])
  expect((await valuesOf(queue.metrics, 'portico_hashing_running'))['']).toBe(0)
})

test('however many there are, in however many places, whatever fails, and in whatever order: all come out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.record({ fails: fc.boolean(), ends: fc.nat() }), { minLength: 1, maxLength: 40 }),
      async (concurrency, pieces) => {
        const { settle, begun, end, fail, out } = fullQueue(pieces.length, concurrency)
        const open: number[] = []
        let seen = 0
        for (const { fails, ends } of pieces) {
          await settle()
          for (; seen < begun(); seen += 1) open.push(seen)
          expect(open.length).toBeLessThanOrEqual(concurrency)
          const [place = -1] = open.splice(ends % open.length, 1)
          await (fails ? fail(place) : end(place))
        }
        expect(out).toHaveLength(pieces.length)
      },
    ),
  )
})

// proves: seeing-metrics
test('the metrics say how many run and wait, for how long they waited, and how many were refused', async () => {
  const bench = workbench()
  const queue = hashQueue({ concurrency: 1, maxWaiting: 1 })
  const now = async () =>
    Object.assign(
      {},
      ...(await Promise.all(
        ['running', 'waiting', 'refused_total'].map(async (name) => ({
          [name]: (await valuesOf(queue.metrics, `portico_hashing_${name}`))[''],
        })),
      )),
    )
  expect(await now()).toEqual({ running: 0, waiting: 0, refused_total: 0 })
  const work = [queue.run(bench.work), queue.run(bench.work), queue.run(bench.work)]
  expect(await now()).toEqual({ running: 1, waiting: 1, refused_total: 1 })
  expect((await valuesOf(queue.metrics, 'portico_hashing_wait_seconds'))['_count']).toBeLessThan(2)
  await bench.settle()
  await bench.end(0)
  await bench.end(1)
  await Promise.all(work)
  expect(await now()).toEqual({ running: 0, waiting: 0, refused_total: 1 })
  expect((await valuesOf(queue.metrics, 'portico_hashing_wait_seconds'))['_count']).toBe(2)
})
