// Takes over 10 s: two tests start a primary and a replica each, and one of these pairs fails over.
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { createMetrics } from './metrics/index.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Log, LogFields } from './platform/log.ts'
import { type DatabasePool, openPool } from './platform/postgres/connect.ts'
import { DatabaseUnavailable } from './platform/postgres/database.ts'
import { migrate } from './platform/postgres/migrate.ts'
import { openPair, type Pair } from './platform/postgres/replica.fixture.ts'
import { ServerLease } from './platform/postgres/server-lease.ts'
import { TimelineFence } from './platform/postgres/timeline-fence.ts'
import { systemClock } from './platform/system-clock.ts'
import { startTimelineWatch, watchWorker } from './watch-timeline.ts'

const closings: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

/** Starts a primary and a replica, for this test. */
async function startPair(): Promise<Pair> {
  const pair = await openPair()
  closings.push(() => pair.close())
  return pair
}

/** The address of a database without a replica, for this test. */
async function addressOfOne() {
  const { url, drop } = await createTestDatabase()
  closings.push(drop)
  return { kind: 'url', url } as const
}

function openIdlePool(pair: Pair, fence: TimelineFence): DatabasePool {
  const address = { kind: 'url', url: pair.url('', [pair.primary]) } as const
  const pool = openPool(address, { connections: 1, deadlineMilliseconds: 20_000, access: 'any', fence })
  closings.push(() => pool.close())
  return pool
}

/** A log that keeps its error lines. */
function openLog() {
  const errors: (readonly [string, LogFields | undefined])[] = []
  const nothing = () => undefined
  const log: Log = {
    info: nothing,
    warn: nothing,
    error: (event, fields) => void errors.push([event, fields]),
  }
  return { log, errors }
}

// proves: failover-frozen-primary, failover-alarm, failover-metrics
test('a process without requests notices a failover by itself: it breaks its idle connections to the frozen primary, says what to do, and counts', async () => {
  const pair = await startPair()
  closings.push(async () => pair.primary.signal('SIGCONT'))
  const address = { kind: 'url', url: pair.url('', [pair.primary, pair.replica]) } as const
  await migrate(address, MIGRATIONS)
  const fence = new TimelineFence()
  const { log, errors } = openLog()
  const idle = openIdlePool(pair, fence)
  await idle.query`select 1`
  const counted = startTimelineWatch(
    { address, fence, lease: new ServerLease(systemClock) },
    { clock: systemClock, log },
    closings,
  )
  const stored = () => pair.replica.ask('select timeline::int from database_timelines').catch(() => [])
  await expect.poll(stored, { timeout: 30_000 }).toEqual([{ timeline: 1 }])

  pair.primary.signal('SIGSTOP')
  await pair.replica.promote()
  await expect.poll(stored, { timeout: 60_000 }).toEqual([{ timeline: 2 }])

  pair.primary.signal('SIGCONT')
  await expect(idle.query`select 1`).rejects.toThrow(DatabaseUnavailable)
  expect(errors).toHaveLength(1)
  expect(errors[0]?.[0]).toBe('database-timeline-old')
  expect(errors[0]?.[1]).toMatchObject({
    'portico.timeline': 1,
    'portico.newest_timeline': 2,
    'portico.remedy': expect.stringContaining('docs/runbooks/failover.md') as string,
  })
  const metrics = createMetrics()
  metrics.watch(counted)
  const text = await metrics.text('prometheus')
  expect(text).toMatch(/^portico_database_timeline\{system_identifier="\d+"\} 2$/m)
  expect(text).toMatch(/^portico_database_timeline_refusals_total [1-9]\d*$/m)
})

// proves: failover-lease
test('at the end of a process nobody waits for a proof that does not come any more', async () => {
  const address = await addressOfOne()
  const clock = fakeClock()
  const lease = new ServerLease(clock, () => 0)
  const { log } = openLog()
  const watching: typeof closings = []
  startTimelineWatch({ address, fence: new TimelineFence(), lease }, { clock, log }, watching)
  for (const close of watching.reverse()) await close()
  lease.require()
  clock.advance(3_600)
  await expect(lease.regained()).rejects.toThrow(DatabaseUnavailable)
})

// proves: citus-fallback
test('nothing is learnt of a server at the place of a worker that is another one', async () => {
  const address = await addressOfOne()
  const fence = new TimelineFence()
  let asked = 0
  const prove = async () => {
    asked += 1
    throw new DatabaseUnavailable('another server')
  }
  const { lease, stop } = watchWorker({ fence, clock: systemClock, log: openLog().log }, address, prove)
  closings.push(stop)
  const provenAt = () => lease.begin().monotonic - lease.ageMilliseconds()
  const first = provenAt()
  await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(2)
  expect([fence.newest(), Math.abs(provenAt() - first) < 1]).toEqual([[], true])
})

// proves: citus-fallback
test('a worker has to prove what the named server has to, and its timeline is stored nowhere', async () => {
  const pair = await startPair()
  const address = { kind: 'url', url: pair.url('', [pair.primary]) } as const
  await migrate(address, MIGRATIONS)
  await pair.replicateSynchronously()
  const fence = new TimelineFence()
  const { lease, stop } = watchWorker({ fence, clock: systemClock, log: openLog().log }, address)
  closings.push(stop)
  await expect.poll(() => fence.newest(), { timeout: 30_000 }).toMatchObject([{ timeline: 1 }])
  // Where nobody renews it, its age grows as time passes.
  const provenAt = () => lease.begin().monotonic - lease.ageMilliseconds()
  const first = provenAt()
  await expect.poll(() => provenAt() - first, { timeout: 30_000 }).toBeGreaterThan(200)
  expect([lease.isRequired, lease.isOver()]).toEqual([true, false])
  expect(await pair.primary.ask('select timeline from database_timelines')).toEqual([])
})
