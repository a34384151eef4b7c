import { describe, expect, test } from 'vitest'
import { fakeClock } from '../../../testing/fake-clock.ts'
import { unixSeconds } from '../clock.ts'
import type { Database } from './database.ts'
import type { Purge, PurgeBatch, PurgedBatch } from './purge.ts'
import { FIRST_BATCH_ROWS, MOST_BATCH_ROWS, nextSeconds, nextSize, openPurgeRun } from './purge-run.ts'

/** A database that says the time, and takes no other statement. */
const databaseAt = (milliseconds: () => number): Database => ({
  query: async <Row>(statement: TemplateStringsArray) => {
    if (!statement.join('').includes('clock_timestamp()'))
      throw new Error('no other statement is expected here')
    return [{ at: milliseconds() }] as Row[]
  },
  transaction: () => Promise.reject(new Error('no transaction is expected here')),
  layout: async () => 'one-server',
})
const clock = fakeClock()
const needs = { db: databaseAt(() => clock.nowMilliseconds()), clock }

/** A purge that gives these answers, and records what it was asked for. */
function scripted(...answers: readonly (PurgedBatch | Error)[]) {
  const asked: PurgeBatch[] = []
  const purge: Purge = async (_, batch) => {
    const answer = answers[asked.push(batch) - 1]
    if (answer === undefined) throw new Error('asked too often')
    if (answer instanceof Error) throw answer
    return answer
  }
  return { purge, asked }
}

const full = (removed: number, reached: number | null): PurgedBatch => ({
  removed,
  isFull: true,
  reached: reached === null ? null : unixSeconds(reached),
})
const last: PurgedBatch = { removed: 3, isFull: false, reached: null }

async function runAll(...purges: readonly Purge[]) {
  let removed = 0
  const run = openPurgeRun(needs, purges, (rows) => (removed += rows))
  let rounds = 1
  while ((await run.round()) === 'again') rounds += 1
  return { removed, rounds }
}

describe('a run', () => {
  // proves: growth-purge-keeps-up
  test('goes on until no batch is full, and asks only those again that had a full batch', async () => {
    const many = scripted(full(500, 10), full(1000, 20), last)
    const few = scripted(last)
    expect(await runAll(many.purge, few.purge)).toEqual({ removed: 1506, rounds: 3 })
    expect([many.asked.length, few.asked.length]).toEqual([3, 1])
  })

  // proves: growth-purge-keeps-up
  test('begins each batch where the last one ended, because what is deleted stays in the index', async () => {
    const { purge, asked } = scripted(full(500, 10), full(500, 7), full(500, 30), last)
    await runAll(purge)
    expect(asked.map(({ from }) => from)).toEqual([0, 10, 10, 30])
  })

  test('moves on where a full batch of one second has only rows that stay', async () => {
    const { purge, asked } = scripted(full(0, 50), full(0, 50), full(1, 51), last)
    await runAll(purge)
    expect(asked.map(({ from }) => from)).toEqual([0, 50, 51, 51])
  })

  test('reads everything each time where a batch has no place to go on from', async () => {
    const { purge, asked } = scripted(full(500, null), last)
    await runAll(purge)
    expect(asked.map(({ from }) => from)).toEqual([0, 0])
  })

  // proves: growth-purge-keeps-up
  test('lets a purge that fails hold up no other one, and tells the fault at its end', async () => {
    const broken = scripted(new Error('the first fault'))
    const alsoBroken = scripted(full(500, 1), new Error('the second fault'))
    const sound = scripted(full(500, 1), full(1000, 2), last)
    await expect(runAll(broken.purge, alsoBroken.purge, sound.purge)).rejects.toThrow('the first fault')
    expect([broken, alsoBroken, sound].map(({ asked }) => asked.length)).toEqual([1, 2, 3])
  })
})

describe('the next batch', () => {
  test.each([
    ['is twice as large after a fast one', 500, 10, 1000],
    ['is never larger than the most', MOST_BATCH_ROWS, 10, MOST_BATCH_ROWS],
    ['stays as large after one that took its time', 500, 100, 500],
    ['is half as large after a slow one', 500, 300, 250],
    ['is never too small to end', 120, 9_000, 100],
  ])('%s', (_, rows, milliseconds, next) => {
    expect(nextSize(rows, milliseconds)).toBe(next)
  })
  test('of a run that begins is small', async () => {
    const { purge, asked } = scripted(last)
    await runAll(purge)
    expect(asked[0]?.most).toBe(FIRST_BATCH_ROWS)
  })
})

describe('the next slice of time on a distributed database', () => {
  test.each([
    ['is twice as long where few rows ended in this one', 8, 20, 16],
    ['is as long where it had about a batch', 8, 400, 8],
    ['is half as long where it had more than a batch', 8, 501, 4],
    ['is never shorter than a second', 1, 90_000, 1],
  ])('%s', (_, seconds, removed, next) => {
    expect(nextSeconds({ most: 500, seconds }, removed)).toBe(next)
  })

  // proves: growth-purge-keeps-up
  test('grows through a day on which one row a minute ended, in a few statements', async () => {
    const ends = Array.from({ length: 24 * 60 }, (_, minute) => minute * 60)
    const purge: Purge = async (_, { from, seconds }) => {
      const to = from + seconds
      const removed = ends.filter((end) => end >= from && end < to).length
      return { removed, isFull: to < 24 * 3_600, reached: unixSeconds(to) }
    }
    const { removed, rounds } = await runAll(purge)
    expect(removed).toBe(ends.length)
    expect(rounds).toBeLessThan(25)
  })
})

// proves: due-by-both-clocks
describe('the clock of a purge', () => {
  const HOUR = 3600
  /** What purges see, over two rounds, in a process that is ahead of the database by so much. */
  async function seenBy(aheadSeconds: number) {
    const process = fakeClock()
    const database = process.nowMilliseconds() - aheadSeconds * 1000
    let passed = 0
    const seen: number[] = []
    const purge: Purge = async ({ clock: given }) => {
      seen.push(given.nowMilliseconds() - database, (given.now() - unixSeconds(database / 1000)) * 1000)
      process.advance(10)
      seen.push(given.nowMilliseconds() - database)
      passed += 10
      return seen.length < 6 ? full(1, 1) : last
    }
    const db = databaseAt(() => database + passed * 1000)
    const run = openPurgeRun({ db, clock: process }, [purge], () => undefined)
    while ((await run.round()) === 'again');
    return seen
  }

  test.each([1, 10, HOUR, 400 * 24 * HOUR])(
    'is never ahead of the database, by %i seconds neither, and goes on',
    async (ahead) => {
      expect(await seenBy(ahead)).toEqual([0, 0, 10_000, 10_000, 10_000, 20_000])
    },
  )

  test('that is behind the database stays where it is: what is due is due by both', async () => {
    const behind = -HOUR * 1000
    expect(await seenBy(-HOUR)).toEqual([
      ...[behind, behind, behind + 10_000],
      ...[behind + 10_000, behind + 10_000, behind + 20_000],
    ])
  })

  test('is asked of the database: where that is away, nothing is purged', async () => {
    const { purge, asked } = scripted(last)
    const away: Database = { ...needs.db, query: () => Promise.reject(new Error('away')) }
    await expect(openPurgeRun({ ...needs, db: away }, [purge], () => undefined).round()).rejects.toThrow(
      'away',
    )
    expect(asked).toEqual([])
  })
})
