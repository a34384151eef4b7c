// Takes long, because a lease lasts five seconds, and each test has two servers of its own.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Log } from './platform/log.ts'
import { type DatabasePool, openPool } from './platform/postgres/connect.ts'
import { DatabaseUnavailable } from './platform/postgres/database.ts'
import { openPair, type Pair } from './platform/postgres/replica.fixture.ts'
import { ServerLease } from './platform/postgres/server-lease.ts'
import { findTimeline } from './platform/postgres/timeline.ts'
import { TimelineFence } from './platform/postgres/timeline-fence.ts'
import { systemClock } from './platform/system-clock.ts'
import { startTimelineWatch } from './watch-timeline.ts'

let pair: Pair
const closings: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  pair = await openPair()
  closings.push(() => pair.close())
})
afterEach(async () => {
  for (const member of [pair.primary, pair.replica]) member.signal('SIGCONT')
  for (const close of closings.splice(0).reverse()) await close()
})

type Members = readonly ('primary' | 'replica')[]

/** A process that only reads, at these servers. */
function openReader(order: Members) {
  const address = {
    kind: 'url',
    url: pair.url(
      '',
      order.map((name) => pair[name]),
    ),
  } as const
  const fence = new TimelineFence()
  const lease = new ServerLease(systemClock)
  const pool = openPool(address, {
    connections: 1,
    deadlineMilliseconds: 20_000,
    access: 'any',
    fence,
    lease,
  })
  closings.push(() => pool.close())
  const said: string[] = []
  const note = (event: string) => void said.push(event)
  const log: Log = { info: note, warn: note, error: note }
  startTimelineWatch({ address, fence, lease }, { clock: systemClock, log }, closings)
  return { pool, lease, said }
}

const timelineOf = async (pool: DatabasePool) => (await findTimeline(pool))?.timeline

/** Promotes the replica, as where nobody demotes the old primary: its Patroni is dead or hangs. */
async function promote(): Promise<void> {
  const tables = "select count(*)::int as tables from pg_tables where tablename = 'database_timelines'"
  await expect.poll(() => pair.replica.ask(tables)).toEqual([{ tables: 1 }])
  await pair.replica.promote()
}

const PATIENCE = { timeout: 60_000 }

// proves: threat-replaced-server, failover-lease, failover-lease-moves
test.each([
  ['every standby acknowledges', 'walreceiver'],
  ['any standby may acknowledge', '*'],
  ['no standby acknowledges', ''],
])(
  'a process that only reads moves to the promoted server although the old primary goes on: %s',
  async (_what, names) => {
    if (names !== '') await pair.replicateSynchronously(names)
    const { pool, lease } = openReader(['primary', 'replica'])
    await expect.poll(() => timelineOf(pool), PATIENCE).toBe(1)
    await promote()
    await expect.poll(() => timelineOf(pool).catch(String), PATIENCE).toBe(2)
    expect(await pair.primary.ask('select pg_is_in_recovery() as replica')).toEqual([{ replica: false }])
    expect(await timelineOf(pool)).toBe(2)
    expect(lease.isRequired).toBe(true)
  },
)

// proves: failover-lease-moves
test('where no standby acknowledges the commits of the promoted server yet, it is read, because all others say what they are', async () => {
  await pair.replicateSynchronously()
  const { pool, lease } = openReader(['primary', 'replica'])
  await expect.poll(() => timelineOf(pool), PATIENCE).toBe(1)
  await promote()
  await pair.replica.requireStandbys('*')
  const unheard = pair.replica.ask("select pg_logical_emit_message(true, 'unheard', '')").catch(String)
  const isLeaseOver = `select count(*)::int as waiting from pg_stat_activity where wait_event = 'SyncRep'
    and query like '%unheard%' and query_start < clock_timestamp() - interval '8 s'`
  await expect.poll(() => pair.replica.ask(isLeaseOver), PATIENCE).toEqual([{ waiting: 1 }])
  expect(await timelineOf(pool)).toBe(2)
  expect(lease.isOver()).toBe(false)
  await pair.replica.kill()
  await unheard
})

// proves: threat-replaced-server, failover-lease
test('a process that cannot reach the promoted server says nothing when the lease is over, and the log says it once', async () => {
  await pair.replicateSynchronously()
  const { pool, said } = openReader(['primary'])
  await expect.poll(() => timelineOf(pool), PATIENCE).toBe(1)
  await promote()
  await expect
    .poll(() => timelineOf(pool).catch((error: unknown) => error), PATIENCE)
    .toBeInstanceOf(DatabaseUnavailable)
  await expect.poll(() => said, PATIENCE).toContain('database-unproven')
  expect(await pair.primary.ask('select 1 as one')).toEqual([{ one: 1 }])
  for (let round = 0; round < 3; round += 1) {
    await expect(pool.query`select 1`).rejects.toThrow(DatabaseUnavailable)
    await expect(pool.transaction((tx) => tx.query`select 1`)).rejects.toThrow(DatabaseUnavailable)
  }
  expect(said).toEqual(['database-unproven'])
})

// proves: failover-lease-harmless
test('one server without a synchronous standby needs no proof', async () => {
  const { pool, lease } = openReader(['primary'])
  await expect.poll(() => timelineOf(pool), PATIENCE).toBe(1)
  const stored = () => pair.primary.ask('select count(*)::int as stored from database_timelines')
  await expect.poll(stored, PATIENCE).toEqual([{ stored: 1 }])
  expect(lease.isRequired).toBe(false)
})

// proves: failover-lease
test('a commit whose wait for the standby was cancelled is not acknowledged', async () => {
  await pair.replicateSynchronously()
  const address = { kind: 'url', url: pair.url('', [pair.primary]) } as const
  const pool = openPool(address, { connections: 1, deadlineMilliseconds: 60_000, access: 'any' })
  closings.push(() => pool.close())
  pair.replica.signal('SIGSTOP')
  const written = pool.query`select pg_logical_emit_message(true, 'test', '')`.then(
    () => 'acknowledged',
    (error: unknown) => error,
  )
  const cancel =
    "select count(pg_cancel_backend(pid))::int as cancelled from pg_stat_activity where wait_event = 'SyncRep'"
  await expect.poll(() => pair.primary.ask(cancel), PATIENCE).toEqual([{ cancelled: 1 }])
  expect(await written).toBeInstanceOf(DatabaseUnavailable)
})
