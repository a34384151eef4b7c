import { afterEach, beforeEach, expect } from 'vitest'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { dayOf, forgetForeignNumbers } from '../audit/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import { awaitsDay } from './awaits-day.ts'
import { saveDelivered } from './destination-store.ts'
import { type ForwardedAudit, openForwardedAudit, SECRETS } from './forward.fixture.ts'
import type { ForwardSettings } from './settings.ts'

const DAY_SECONDS = 24 * 60 * 60

let audit: ForwardedAudit

beforeEach(async () => {
  audit = await openForwardedAudit()
})
afterEach(() => audit.drop())

/** The ids that came after these many. */
const since = (count: number) => new Set(audit.ids().slice(count))

// proves: audit-forward-restore
test('in a database that was restored, events go on by their time, an hour before the last one that was sent', async () => {
  const [old = ''] = await audit.add(1)
  audit.clock.advance(2 * 60 * 60)
  const sent = await audit.add(2)
  await audit.until(3)
  // The backup has an event that the receiver has not, and a restore numbers its transactions anew.
  const waited = await audit.add(3)
  await audit.settle()
  await audit.run("update audit_destinations set history = 'elsewhere/1'")
  audit.clock.advance(1)
  const live = await audit.add(1)
  await expect.poll(async () => (await audit.rounds(), since(3).size)).toBe(2 + 3 + 1)
  expect(since(3)).toEqual(new Set([...sent, ...waited, ...live]))
  expect(since(3).has(old)).toBe(false)
  expect(audit.ids().at(-1)).toBe(live[0])
  expect(await audit.stored()).toMatchObject({ walkedAt: null })
  expect(audit.logged.map(({ event }) => event)).toContain('audit-forward-resumed')
})

// proves: audit-forward-restore
test('a place that is ahead of every transaction misses nothing', async () => {
  await audit.add(1)
  await audit.until(1)
  await audit.run('update audit_destinations set sent_transaction = sent_transaction + 1000000000')
  const waited = await audit.add(2)
  await expect
    .poll(async () => (await audit.rounds(), waited.filter((id) => since(1).has(id)).length))
    .toBe(2)
})

// proves: audit-forward-restore
test('a second restore, in the middle of what the first one sends again, misses nothing either', async () => {
  const ids = await audit.add(450)
  await audit.settle()
  await audit.run('delete from audit_destinations')
  await audit.next()
  await audit.run(`update audit_destinations set history = 'elsewhere/1'`)
  await audit.next()
  await audit.next()
  expect(audit.ids()).toHaveLength(200)
  audit.clock.advance(3 * 60 * 60)
  await audit.run(
    `update audit_destinations set history = 'elsewhere/2', reached_at = to_timestamp(${audit.clock.now()})`,
  )
  await expect.poll(async () => (await audit.rounds(), new Set(audit.ids()).size)).toBe(450)
  expect(new Set(audit.ids())).toEqual(new Set(ids))
})

// proves: audit-forward-restore
test('how far events have come is never in the future, and a closing hash does not move it', async () => {
  const deliver = async (reachedAt: UnixSeconds | null) => {
    const seen = await audit.stored()
    const delivered = { id: FIRST_UUID, events: 0, now: audit.clock.now() }
    expect(await saveDelivered(audit.db, seen, { ...seen, reachedAt }, delivered)).toBe(true)
    return (await audit.stored()).reachedAt
  }
  const { reachedAt: before } = await audit.stored()
  expect(await deliver(null)).toBe(before)
  const [server] = await audit.db.query<{ now: UnixSeconds }>`select extract(epoch from now())::bigint as now`
  const now = server?.now ?? before
  expect(await deliver(plusSeconds(now, 2 * DAY_SECONDS))).toBeLessThan(now + DAY_SECONDS)
})

test('events with numbers of another server are not sent before somebody has forgotten the numbers', async () => {
  await audit.run('delete from audit_destinations')
  await audit.add(1)
  await audit.run("update audit_events set written_in = '9000000000000'::text::xid8")
  expect(await audit.rounds()).toBe('foreign')
  expect(audit.ids()).toEqual([])
  await audit.db.transaction(forgetForeignNumbers)
  expect(await audit.rounds()).toBe('idle')
})

// proves: audit-forward-retention
test('a day of which an event waits is awaited, and not when it was delivered, or no setting names the destination and nobody tries', async () => {
  const day = dayOf(audit.clock.now())
  const settings: ForwardSettings = {
    baseUrl: 'https://id.example.org',
    auditDestinations: { syslog: undefined, webhook: { url: audit.receiver.url, secrets: SECRETS } },
  }
  const nowhere: typeof settings = {
    ...settings,
    auditDestinations: { syslog: undefined, webhook: undefined },
  }
  const awaited = (by = settings, of = day) => awaitsDay(audit.db, by, { day: of, now: audit.clock.now() })
  expect(await awaited()).toBe(false)
  await audit.add(2)
  expect([await awaited(), await awaited(nowhere)]).toEqual([true, true])
  await audit.run("update audit_destinations set due_at = 'epoch'")
  expect([await awaited(), await awaited(nowhere)]).toEqual([true, false])
  await audit.until(2)
  expect(await awaited()).toBe(false)
  await audit.add(1)
  audit.clock.advance(2 * DAY_SECONDS)
  await audit.add(1)
  expect([await awaited(), await awaited(settings, dayOf(audit.clock.now()))]).toEqual([true, true])
  await audit.until(4)
  expect(await awaited()).toBe(false)
})
