import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeClock } from '../testing/fake-clock.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { Database, Layout } from './platform/postgres/database.ts'

const clock = fakeClock()
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The seconds, of so many, in which housekeeping looked at the sessions of a database. It finds expired ones in the seconds of `found`. */
async function looks(
  layout: Layout,
  seconds: number,
  found: readonly number[] = [],
  fails: readonly number[] = [],
): Promise<readonly number[]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const looked: number[] = []
  let second = 0
  const query = async (statement: TemplateStringsArray): Promise<never[]> => {
    const text = statement.join('?')
    if (text.includes('clock_timestamp()')) return [{ at: clock.nowMilliseconds() } as never]
    const isLook = text.includes('min(') && text.includes('from sessions')
    if (isLook || text.includes('delete from sessions\n')) looked.push(second)
    if (isLook && fails.includes(second)) throw new Error('too much for now')
    if (isLook && found.includes(second)) return [{ at: clock.now() - 60 } as never]
    return text.startsWith('delete from sessions') ? [{ removed: 1 } as never] : []
  }
  const transaction: Database['transaction'] = (work) =>
    work({ query, transaction, layout: async () => layout })
  const housekeeping = startHousekeeping(
    { db: { query, transaction, layout: async () => layout }, clock, log },
    () => undefined,
  )
  for (; second < seconds; second += 1) await vi.advanceTimersByTimeAsync(1_000)
  await housekeeping.stop()
  return [...new Set(looked)]
}

test('on a distributed database it looks ever more seldom while nothing is found, at last once a minute', async () => {
  expect(await looks('distributed', 300)).toEqual([4, 14, 34, 74, 134, 194, 254])
})

test('on a distributed database it looks often again as soon as something was found', async () => {
  expect(await looks('distributed', 90, [34])).toEqual([4, 14, 34, 35, 40, 50, 70])
})

test('on one server it looks every five seconds', async () => {
  expect(await looks('one-server', 21)).toEqual([4, 9, 14, 19])
})

test('on a distributed database it looks often again after a look that failed', async () => {
  expect(await looks('distributed', 60, [], [34])).toEqual([4, 14, 34, 39, 49])
})
