import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '../../migrations.ts'
import { systemClock } from '../system-clock.ts'
import { type DatabasePool, openPool } from './connect.ts'
import { migrate } from './migrate.ts'
import { findUnsettledRecovery, RecoveredDatabase, rememberUnlessRecovered } from './recovered-database.ts'
import { openPair, type Pair } from './replica.fixture.ts'
import { findStoredTimeline, findTimeline, replaceTimelines } from './timeline.ts'
import { TimelineFence } from './timeline-fence.ts'

let pair: Pair
const pools: DatabasePool[] = []

beforeEach(async () => {
  pair = await openPair()
  await migrate({ kind: 'url', url: pair.url('', [pair.primary]) }, MIGRATIONS)
})
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
  await pair.close()
})

function openAt(member: 'primary' | 'replica'): DatabasePool {
  const address = { kind: 'url', url: pair.url('', [pair[member]]) } as const
  const pool = openPool(address, { connections: 1, deadlineMilliseconds: 20_000, access: 'any' })
  pools.push(pool)
  return pool
}

const remember = (db: DatabasePool) =>
  rememberUnlessRecovered({ db, fence: new TimelineFence() }, systemClock.now())

/** Gives the server the setting of a recovery, and starts it again. */
async function setTarget(member: 'primary' | 'replica', name: string): Promise<DatabasePool> {
  await pair[member].ask(`alter system set recovery_target_name = '${name}'`)
  await pair[member].kill()
  await pair[member].restart()
  return openAt(member)
}

// proves: threat-backup-revives
test('a new timeline on a server that was told to recover to a moment is refused until it is settled; neither of the two alone is', async () => {
  await remember(openAt('primary'))
  const withOldSettings = await setTarget('primary', 'of-long-ago')
  await remember(withOldSettings)
  expect(await findUnsettledRecovery(withOldSettings)).toBeUndefined()

  const isThere = 'select count(*)::int as timelines from database_timelines'
  await expect.poll(() => pair.replica.ask(isThere).catch(String)).toEqual([{ timelines: 1 }])
  await pair.replica.promote()
  const promoted = openAt('replica')
  expect(await findUnsettledRecovery(promoted)).toBeUndefined()

  const recovered = await setTarget('replica', 'before-the-mistake')
  expect(await findUnsettledRecovery(recovered)).toBe('before-the-mistake')
  await expect(remember(recovered)).rejects.toThrow(RecoveredDatabase)
  await expect(remember(recovered)).rejects.toThrow(/\(before-the-mistake\).*run portico after-recovery/)
  const seen = await findTimeline(recovered)
  if (!seen) throw new Error('The server tells no timeline')
  expect(await findStoredTimeline(recovered, seen.systemIdentifier)).toBe(seen.timeline - 1)

  await replaceTimelines(recovered, seen, systemClock.now())
  await remember(recovered)
  expect(await findUnsettledRecovery(recovered)).toBeUndefined()
})
