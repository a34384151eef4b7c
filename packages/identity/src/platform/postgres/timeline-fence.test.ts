// Takes long, because each test has two servers of its own and promotes one.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DatabasePool, openPool } from './connect.ts'
import { DatabaseUnavailable } from './database.ts'
import { openPair, type Pair } from './replica.fixture.ts'
import { acceptTimeline, findStoredTimeline, findTimeline, storeTimeline } from './timeline.ts'
import { OldTimeline, type Refusal, rememberTimeline, TimelineFence } from './timeline-fence.ts'

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

// proves: failover-old-connection-broken, failover-old-server-refused
test('once one connection has seen the promoted server, every open connection to the old primary is broken, and the old primary is refused', async () => {
  const { fence, refusals } = openFence()
  const old = openPoolAt(fence, ['primary'])
  expect(await timelineOf(old)).toBe(1)
  await promote()
  // Nothing is known of the promotion yet: both servers take writes.
  expect(await timelineOf(old)).toBe(1)
  expect(await timelineOf(openPoolAt(fence, ['replica']))).toBe(2)
  await expect(old.query`select 1`).rejects.toThrow(OldTimeline)
  await expect(old.transaction((tx) => tx.query`select 1`)).rejects.toThrow(OldTimeline)
  expect(refusals[0]).toMatchObject({ timeline: 1, newest: 2 })
  expect(fence.refusals).toBe(refusals.length)
})

// proves: failover-old-connection-broken
test('a statement that runs at the old primary fails when another connection sees the promoted server', async () => {
  const { fence } = openFence()
  const old = openPoolAt(fence, ['primary'])
  await timelineOf(old)
  const running = old.query`select pg_sleep(60)`.catch((error: unknown) => error)
  await promote()
  await timelineOf(openPoolAt(fence, ['replica']))
  expect(await running).toBeInstanceOf(DatabaseUnavailable)
})

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

// proves: failover-timeline-stored
test('the newest timeline is stored in the database, by cluster, and a lower one of the same cluster is refused by every process', async () => {
  const { fence } = openFence()
  const db = openPoolAt(fence, ['primary'])
  await rememberTimeline({ db, fence }, 7 as never)
  const seen = await findTimeline(db)
  if (!seen) throw new Error('The primary tells no timeline')
  expect(await findStoredTimeline(db, seen.systemIdentifier)).toBe(1)
  await storeTimeline(db, { ...seen, timeline: 5 }, 8 as never)
  await storeTimeline(db, { systemIdentifier: '42', timeline: 9 }, 8 as never)
  const other = openFence()
  const elsewhere = openPoolAt(other.fence, ['primary'])
  await expect(rememberTimeline({ db: elsewhere, fence: other.fence }, 9 as never)).rejects.toThrow(
    OldTimeline,
  )
  await expect(elsewhere.query`select 1`).rejects.toThrow(OldTimeline)
  await acceptTimeline(db, seen)
  const accepted = openFence()
  const again = openPoolAt(accepted.fence, ['primary'])
  await rememberTimeline({ db: again, fence: accepted.fence }, 10 as never)
  expect(accepted.fence.newest()).toEqual([{ systemIdentifier: seen.systemIdentifier, timeline: 1 }])
})

// proves: failover-timeline-own-cluster
test('another cluster with a lower timeline is not an old primary', async () => {
  const { fence } = openFence()
  fence.note({ systemIdentifier: 'another cluster', timeline: 9 })
  expect(await timelineOf(openPoolAt(fence, ['primary']))).toBe(1)
  expect(fence.refusals).toBe(0)
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
