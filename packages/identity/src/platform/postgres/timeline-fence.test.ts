// Takes long, because each test has two servers of its own and promotes one.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DatabasePool, openPool } from './connect.ts'
import { DatabaseUnavailable } from './database.ts'
import { openPair, type Pair } from './replica.fixture.ts'
import { findTimeline } from './timeline.ts'
import { OldTimeline, type Refusal, TimelineFence } from './timeline-fence.ts'

let pair: Pair
const pools: DatabasePool[] = []

beforeEach(async () => {
  pair = await openPair()
})
afterEach(async () => {
  pair.primary.signal('SIGCONT')
  for (const pool of pools.splice(0)) await pool.close()
  await pair.close()
})

/** A fence that records what it refuses. */
function openFence() {
  const refusals: Refusal[] = []
  const fence = new TimelineFence()
  fence.onRefusal = (refusal) => void refusals.push(refusal)
  return { fence, refusals }
}

type Members = readonly ('primary' | 'replica')[]

function openPoolAt(fence: TimelineFence | undefined, order: Members, deadlineMilliseconds = 20_000) {
  const url = pair.url(
    '',
    order.map((name) => pair[name]),
  )
  const options = { connections: 1, deadlineMilliseconds, access: 'any' } as const
  const pool = openPool({ kind: 'url', url }, { ...options, ...(fence && { fence }) })
  pools.push(pool)
  return pool
}

const timelineOf = async (pool: DatabasePool) => (await findTimeline(pool))?.timeline

async function promote(): Promise<void> {
  await expect
    .poll(() =>
      pair.replica.ask(
        'select count(*)::int as tables from pg_tables where tablename = $$database_timelines$$',
      ),
    )
    .toEqual([{ tables: 1 }])
  await pair.replica.promote()
}

// proves: failover-old-server-refused
test('an old primary that comes back is passed over, although it is named first', async () => {
  const { fence } = openFence()
  const pool = openPoolAt(fence, ['primary', 'replica'])
  expect(await timelineOf(pool)).toBe(1)
  await expect.poll(() => pair.replica.ask('select 1 as one')).toEqual([{ one: 1 }])
  await promote()
  await pair.primary.kill()
  await expect.poll(() => timelineOf(pool).catch(String)).toBe(2)
  await pair.primary.restart()
  expect(await pair.primary.ask('select pg_is_in_recovery() as replica')).toEqual([{ replica: false }])
  expect(await timelineOf(openPoolAt(fence, ['primary', 'replica']))).toBe(2)
  await expect(openPoolAt(fence, ['primary']).query`select 1`).rejects.toThrow(OldTimeline)
})

// proves: failover-old-server-refused
test('a process that has seen no server yet, and finds the old primary first, moves to the new one', async () => {
  await promote()
  await expect
    .poll(() => pair.replica.ask('select pg_is_in_recovery() as replica'))
    .toEqual([{ replica: false }])
  const { fence, refusals } = openFence()
  const pool = openPoolAt(fence, ['primary', 'replica'])
  // Nobody writes at the old primary, so nothing else would tell the process that another server was promoted.
  await expect.poll(() => timelineOf(pool).catch(String)).toBe(2)
  expect(refusals).toContainEqual(expect.objectContaining({ timeline: 1, newest: 2 }))
  await expect(openPoolAt(fence, ['primary']).query`select 1`).rejects.toThrow(OldTimeline)
})

// proves: failover-frozen-primary
test('a primary that was frozen (SIGSTOP) while another was promoted answers nobody when it wakes up', async () => {
  const { fence } = openFence()
  const pool = openPoolAt(fence, ['primary', 'replica'], 1_000)
  await expect.poll(() => timelineOf(pool).catch(String)).toBe(1)
  const idle = openPoolAt(fence, ['primary'])
  expect(await timelineOf(idle)).toBe(1)
  pair.primary.signal('SIGSTOP')
  await promote()
  await expect.poll(() => timelineOf(pool).catch(String), { timeout: 30_000 }).toBe(2)
  pair.primary.signal('SIGCONT')
  await expect(idle.query`select 1`).rejects.toThrow(DatabaseUnavailable)
  expect(await timelineOf(pool)).toBe(2)
})

// proves: failover-fence-harmless
test('an ordinary role may ask for the timeline, and where the functions are refused there is no fence', async () => {
  const { fence } = openFence()
  const [url = ''] = [pair.url('', [pair.primary])]
  await pair.primary.ask('create role plain login')
  const asPlain = () => {
    const options = { connections: 1, deadlineMilliseconds: 20_000, access: 'any', fence } as const
    const pool = openPool({ kind: 'url', url: url.replace('portico@', 'plain@') }, options)
    pools.push(pool)
    return pool
  }
  expect(await timelineOf(asPlain())).toBe(1)
  await pair.primary.ask('revoke execute on function pg_walfile_name(pg_lsn) from public')
  expect(await asPlain().query`select 1 as one`).toEqual([{ one: 1 }])
  expect(await timelineOf(asPlain())).toBeUndefined()
})
