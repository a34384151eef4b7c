import { afterEach, beforeEach, expect } from 'vitest'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { dayOf, purgeExported, upsertExport } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { openPurgeRun } from '../platform/postgres/purge-run.ts'
import { systemRandom } from '../platform/system-random.ts'
import { letGoOf } from './let-go.ts'
import { keysOf, openSealedAudit, type SealedAudit } from './seals.fixture.ts'

const DAY = 24 * 60 * 60

let audit: SealedAudit

/** Events of a day that is over for 40 days, sealed and exported. */
beforeEach(async () => {
  audit = await openSealedAudit()
  await audit.add(5)
  await audit.seal()
  await upsertExport(audit.db, { day: dayOf(audit.clock.now()), events: 5, sha256: '' }, audit.clock.now())
  audit.clock.advance(40 * DAY)
  await audit.add(2)
  await audit.seal()
})
afterEach(() => audit.drop())

async function purge(keyring = audit.keys, stopAfter = Number.POSITIVE_INFINITY): Promise<void> {
  const { db, clock } = audit
  const letGo = letGoOf({ clock, keyring })
  const run = openPurgeRun(
    { db, clock },
    [purgeExported({ retentionDays: 30, random: systemRandom, letGo, awaits: async () => false })],
    () => undefined,
  )
  for (let round = 0; round < stopAfter && (await run.round()) === 'again'; round++);
}

async function eventsLeft(): Promise<number> {
  const [row] = await audit.db.query<{ events: number }>`
    select count(*)::int as events from audit_events where name = 'signed-in'`
  return row?.events ?? -1
}

// proves: audit-sealed
test('a day that retention deletes is no break, during its deletion neither, and is let go once', async () => {
  await purge(audit.keys, 2)
  await purge()
  await purge()
  expect(await eventsLeft()).toBe(2)
  await audit.seal()
  expect(await audit.breaks()).toEqual([])
  const seals = await audit.db.query<{ day: string; events: number }>`
    select day::text as day, events from audit_seals where kind = 'let-go'`
  expect(seals).toEqual([{ day: dayOf(plusSeconds(audit.clock.now(), -40 * DAY)).name, events: 5 }])
})

test('a day that somebody deletes who has no key is a break, whatever the database says', async () => {
  await audit.run(`delete from audit_events where at < to_timestamp(${audit.clock.now() - DAY})`)
  await audit.run(
    `update audit_exports set counted = events, deleted_at = to_timestamp(${audit.clock.now()})`,
  )
  expect((await audit.verify()).breaks[0]).toMatchObject({ what: 'event-removed' })
})

test('and with a key that has not signed the newest seal nothing is deleted', async () => {
  await purge(keysOf(9))
  expect(await eventsLeft()).toBe(7)
  expect(await audit.breaks()).toEqual([])
})

test('an event of a day that retention has not deleted yet is still compared', async () => {
  await audit.run(
    `delete from audit_events where event_id in (select event_id from audit_events order by at desc limit 1)`,
  )
  await purge()
  await audit.seal()
  expect((await audit.verify()).breaks).toMatchObject([{ what: 'event-removed' }])
})
