import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../testing/database.ts'
import { addCitizen } from '../../testing/people.ts'
import type { Citizen } from '../citizens/index.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { glance, on, openWorkbench, type Workbench } from './backup.fixture.ts'

let bench: Workbench
let source: TestDatabase
let citizen: Citizen
let folder: string

const HELD = '1 of the suspensions had an end, which somebody may have put off since.'

/** The cause and the end of every suspension. */
const endsIn = (database: TestDatabase) =>
  glance(database, (db) => db.query`select cause, ends_at as "endsAt" from suspensions order by ends_at`)

/** Two accounts are suspended, one with an end, which is put off after the backup. */
beforeAll(async () => {
  bench = await openWorkbench()
  source = await bench.newDatabase()
  await glance(source, async (db) => {
    const foundation = { db, clock: systemClock, random: systemRandom }
    citizen = await addCitizen({ foundation })
    const other = await addCitizen({ foundation })
    for (const { email } of [citizen, other])
      await on(source, 'citizen', 'suspend', email, '--reason', 'x', '--yes')
    await db.query`update suspensions set cause = 'order', ends_at = now() + interval '2 days' where citizen_id = ${citizen.citizenId}`
  })
  folder = bench.newPath()
  expect((await on(source, 'backup', folder)).exitCode).toBe(0)
})
afterAll(() => bench.clear())

const BOTH = [
  { cause: 'order', endsAt: null },
  { cause: 'other', endsAt: null },
]

// proves: restore-holds-suspensions
test('a restore brings back no end of a suspension, because it may have been put off, and says so', async () => {
  const target = await bench.newDatabase()
  const restored = await on(target, 'restore', folder)
  expect([restored.exitCode, restored.out]).toEqual([0, expect.stringContaining(HELD)])
  const back = await endsIn(target)
  expect(back).toHaveLength(2)
  expect(back).toEqual(expect.arrayContaining(BOTH))
  const again = bench.newPath()
  await on(target, 'backup', again)
  const second = await on(await bench.newDatabase(), 'restore', again)
  expect(second.out).not.toContain('of the suspensions')
})

// proves: restore-holds-suspensions
test('the same after a recovery by PostgreSQL’s own means', async () => {
  const settled = await on(source, 'after-recovery')
  expect([settled.exitCode, settled.out]).toEqual([0, expect.stringContaining(HELD)])
  expect(await endsIn(source)).toEqual(expect.arrayContaining(BOTH))
})
