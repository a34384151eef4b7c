import { hostname } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, pastClock } from '../../testing/fake-clock.ts'
import { purgeAll } from '../../testing/purge-once.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import type { SettingInForce } from '../platform/setting-in-force.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { announceInstance } from './announce-instance.ts'
import { listInstances, noteInstance } from './instance-store.ts'
import { INSTANCE_TABLES } from './tables.ts'

let database: TestDatabase
let clock: FakeClock
const warnings: string[] = []
const log = {
  info: () => undefined,
  error: () => undefined,
  warn: (event: string) => void warnings.push(event),
}

beforeEach(async () => {
  database = await createTestDatabase()
  clock = pastClock()
  warnings.length = 0
})
afterEach(() => database.drop())

const setting = (name: string, value: string | null, given: SettingInForce['given'] = 'variable') => ({
  ...{ name, value, given },
})

const announce = (settingsInForce: readonly SettingInForce[] = [setting('PORTICO_PORT', '4000')]) =>
  announceInstance({ db: database.db, clock, random: systemRandom, log, settingsInForce })

const listed = () => listInstances(database.db)

/** The rows become so much older. */
const age = (seconds: number) =>
  database.db
    .query`update instances set seen_at = (seen_at at time zone 'UTC' - ${seconds} * interval '1 second') at time zone 'UTC'`

let made = 0
/** A process on another machine, as the commands see it, which have the clock of the system. */
function elsewhere(host: string, settings: readonly SettingInForce[]): Promise<void> {
  made += 1
  const instanceId = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`
  return noteInstance(database.db, {
    ...{ instanceId, host, settings },
    ...{ processId: made, startedAt: systemClock.now() },
  })
}

// proves: instances-run
test('a process says at its start that it runs, and is gone when it ends in order, alone', async () => {
  const one = announce()
  await expect
    .poll(listed)
    .toMatchObject([
      { host: hostname(), processId: process.pid, settings: [setting('PORTICO_PORT', '4000')] },
    ])
  await elsewhere('beside', [])
  await one.stop()
  expect(await listed()).toMatchObject([{ host: 'beside' }])
})

// proves: instances-run
test('one that says nothing any more is not listed after three minutes, and is deleted after an hour', async () => {
  await elsewhere('a', [])
  expect(await listed()).toHaveLength(1)
  await age(120)
  expect(await listed()).toHaveLength(1)
  await age(60)
  expect(await listed()).toEqual([])
  const stored = async () => (await database.db.query`select 1 as one from instances`).length
  const purge = async () => purgeAll(INSTANCE_TABLES.instances.purge, { db: database.db, clock: systemClock })
  await age(3600 - 180 - 60)
  await purge()
  expect(await stored()).toBe(1)
  await age(61)
  await purge()
  expect(await stored()).toBe(0)
})

// proves: instances-run
test('saying it again moves when it was seen, and nothing else, whatever clock the process has', async () => {
  const one = { instanceId: '00000000-0000-4000-8000-00000000000a', host: 'a', processId: 1, settings: [] }
  const startedAt = clock.now()
  await noteInstance(database.db, { ...one, startedAt })
  await age(170)
  const [before] = await listed()
  await noteInstance(database.db, { ...one, host: 'b', startedAt: systemClock.now() })
  const [after] = await listed()
  expect([before, after]).toMatchObject([
    { ...one, startedAt },
    { ...one, startedAt },
  ])
  expect((after?.seenAt ?? 0) - (before?.seenAt ?? 0)).toBeGreaterThanOrEqual(170)
})

// proves: instances-run
test('a database that does not answer keeps no process from starting or ending', async () => {
  const { db } = database
  await db.query`alter table instances rename to not_there`
  const one = announce()
  await expect.poll(() => warnings).toEqual(['background-work-failed'])
  await one.stop()
  await db.query`alter table not_there rename to instances`
  expect(await listed()).toEqual([])
})

const run = (...words: readonly string[]) => portico(settingsFor(database), words)

// proves: settings-in-force
test('portico settings shows each setting once where all have the same, and says where they differ', async () => {
  expect((await run('settings')).out).toMatch(/^No process of the service runs on this database/)
  const secret = setting('PORTICO_SECRET_KEY', null)
  const common = [secret, setting('PORTICO_REDIS_URL', null, 'default')]
  await elsewhere('a', [
    ...common,
    setting('PORTICO_PORT', '1'),
    setting('PORTICO_TIME_ZONE', 'UTC', 'default'),
  ])
  await elsewhere('b', [
    ...common,
    setting('PORTICO_PORT', '2'),
    setting('PORTICO_TIME_ZONE', 'Europe/Berlin'),
  ])
  const [a, b] = [`a:${made - 1}`, `b:${made}`]
  const { out, exitCode } = await run('settings')
  expect(exitCode).toBe(0)
  expect(out).toMatch(new RegExp(`^${a} +\\d{4}-.* UTC +\\d{4}-.* UTC$`, 'm'))
  expect(out).toMatch(/^PORTICO_SECRET_KEY +secret +variable +all$/m)
  expect(out).toMatch(/^PORTICO_REDIS_URL +default +all$/m)
  expect(out).toMatch(new RegExp(`^PORTICO_PORT +1 +variable +${a}$`, 'm'))
  expect(out).toMatch(new RegExp(`^PORTICO_PORT +2 +variable +${b}$`, 'm'))
  expect(out).toMatch(/\n\nThese should be the same in all: PORTICO_TIME_ZONE\.$/)
  const { json } = await run('settings', '--json')
  expect(json()).toMatchObject({
    processes: [{ host: 'a' }, { host: 'b' }],
    settings: [
      { name: 'PORTICO_PORT', differs: false },
      { name: 'PORTICO_REDIS_URL', differs: false, values: [{ value: null, given: 'default' }] },
      {
        name: 'PORTICO_SECRET_KEY',
        differs: false,
        values: [{ value: null, given: 'variable', places: [a, b] }],
      },
      { name: 'PORTICO_TIME_ZONE', differs: true },
    ],
  })
})

interface Checks {
  readonly checks: readonly { readonly check: string; readonly state: string; readonly says: string }[]
}

async function doctorSays() {
  const { json } = await run('doctor', '--json')
  return json<Checks>().checks.filter(({ check }) => check === 'Running' || check === 'Same settings')
}

// proves: settings-agree
test('doctor says what runs, and which settings differ that should not', async () => {
  expect(await doctorSays()).toMatchObject([{ check: 'Running', state: 'idle' }])
  await elsewhere('a', [setting('PORTICO_PORT', '1'), setting('PORTICO_REDIS_URL', null, 'default')])
  const a = `a:${made}`
  expect(await doctorSays()).toMatchObject([
    { check: 'Running', state: 'ok', says: `1 of the service: ${a} on port 1` },
  ])
  await elsewhere('b', [setting('PORTICO_PORT', '2'), setting('PORTICO_REDIS_URL', null, 'file')])
  const says = `PORTICO_REDIS_URL is not set in ${a}, and set in b:${made}`
  expect(await doctorSays()).toMatchObject([
    { state: 'ok' },
    { check: 'Same settings', state: 'wrong', says },
  ])
})

// proves: settings-agree
test.each([
  [
    'the same value by a variable and by default',
    setting('PORTICO_TIME_ZONE', 'UTC', 'default'),
    setting('PORTICO_TIME_ZONE', 'UTC'),
  ],
  [
    'one secret in a variable and in a file',
    setting('PORTICO_SECRET_KEY', null),
    setting('PORTICO_SECRET_KEY', null, 'file'),
  ],
  [
    'a setting that a process of another release does not know',
    setting('PORTICO_NEW', 'x'),
    setting('PORTICO_OLD', 'y'),
  ],
  [
    'what is of one process alone',
    setting('PORTICO_METRICS_PORT', '1'),
    setting('PORTICO_METRICS_PORT', '2'),
  ],
])('%s is no difference', async (_, one, other) => {
  await elsewhere('a', [one])
  await elsewhere('b', [other])
  expect(await doctorSays()).toMatchObject([{ check: 'Running', state: 'ok' }])
})
