import { afterEach, beforeEach, expect } from 'vitest'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { openSession } from '../platform/postgres/session.ts'
import { LEASE_SECONDS } from './destination.ts'
import { findSentClosings } from './destination-store.ts'
import { type ForwardedAudit, openForwardedAudit } from './forward.fixture.ts'
import type { Send } from './forward-round.ts'

let audit: ForwardedAudit

beforeEach(async () => {
  audit = await openForwardedAudit()
})
afterEach(() => audit.drop())

const INSERT = `insert into audit_events (event_id, filed_under, at, name, actor, details)
                values ($1::text::uuid, $1::text::uuid, to_timestamp($2::text::float8), 'signed-in', 'citizen', '{}')`

const uuid = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`

/** A transaction that has written an event and is open. */
async function openWriter(id: string) {
  const session = await openSession(audit.address)
  await session.runText('begin')
  await session.runText(INSERT, [id, String(audit.clock.now())])
  return {
    async end(how: 'commit' | 'rollback') {
      await session.runText(how)
      await session.close()
    },
  }
}

// proves: audit-forward-at-least-once
test('events that are committed out of order go in the order of their transactions, and none is missed', async () => {
  const [first, second, third] = [
    await openWriter(uuid(9)),
    await openWriter(uuid(5)),
    await openWriter(uuid(7)),
  ]
  await third.end('commit')
  await audit.rounds()
  expect(audit.ids()).toEqual([])
  await second.end('rollback')
  await audit.rounds()
  expect(audit.ids()).toEqual([])
  await first.end('commit')
  await audit.until(2)
  expect(audit.ids()).toEqual([uuid(9), uuid(7)])
})

// proves: audit-forward-at-least-once
test('writers, slow ones too, and several forwarders at once lose no event and send none twice', async () => {
  let isOver = false
  const writer = async (slow: boolean) => {
    const session = await openSession(audit.address)
    for (let round = 0; round < 30; round++) {
      await session.runText('begin')
      await session.runText(`insert into audit_events (event_id, filed_under, at, name, actor, details)
        select id, id, to_timestamp(${audit.clock.now()}), 'signed-in', 'citizen', '{}' from (select gen_random_uuid() as id from generate_series(1, 3)) as made`)
      if (slow) await session.runText('select pg_sleep(0.01)')
      await session.runText(round % 7 === 0 ? 'rollback' : 'commit')
    }
    await session.close()
  }
  const forwarder = async () => {
    while (!isOver) await audit.next()
  }
  const forwarders = [forwarder(), forwarder(), forwarder()]
  await Promise.all([writer(true), writer(true), writer(false)])
  isOver = true
  await Promise.all(forwarders)
  await audit.until(3 * 25 * 3)
  expect(new Set(audit.ids()).size).toBe(3 * 25 * 3)
  expect(await audit.stored()).toMatchObject({ events: 225, attempts: 0, deliveryId: null })
})

test('a transaction with more events than a delivery goes in several, in order', async () => {
  const ids = await audit.add(450)
  await audit.until(450)
  expect(audit.ids()).toEqual([...ids].sort())
  expect(audit.receiver.posted).toHaveLength(3)
})

test('what was there before the destination is not sent', async () => {
  await audit.run('delete from audit_destinations')
  await audit.add(3)
  await audit.settle()
  await audit.rounds()
  const ids = await audit.add(1)
  await audit.until(1)
  expect(audit.ids()).toEqual(ids)
})

// proves: audit-forward-at-least-once
test('a kill between the delivery and the place repeats that delivery alone, with its id and its events', async () => {
  await audit.add(3)
  await audit.settle()
  const killed: Send = async (delivery, stopped) => {
    await audit.forwarder.send(delivery, stopped)
    throw new Error('killed')
  }
  await expect(audit.rounds({ name: 'webhook', send: killed })).rejects.toThrow('killed')
  await audit.add(2)
  await audit.rounds()
  expect(audit.receiver.posted).toHaveLength(1)
  audit.clock.advance(LEASE_SECONDS)
  await audit.until(3 + 3 + 2)
  const [one, again, rest] = audit.receiver.posted
  expect([again?.body, again?.headers['webhook-id']]).toEqual([one?.body, one?.headers['webhook-id']])
  expect(again?.headers['webhook-signature']).not.toBe(one?.headers['webhook-signature'])
  expect(rest?.headers['webhook-id']).not.toBe(one?.headers['webhook-id'])
  expect(new Set(audit.ids()).size).toBe(5)
})

// proves: audit-forward-at-least-once
test('a process that is held up for longer than its lease moves nothing back when it goes on', async () => {
  await audit.add(3)
  await audit.settle()
  const late: Send = async (delivery, stopped) => {
    audit.clock.advance(LEASE_SECONDS)
    await audit.until(3)
    await audit.add(1)
    await audit.until(4)
    return audit.forwarder.send(delivery, stopped)
  }
  await audit.next({ name: 'webhook', send: late })
  const { event } = await audit.stored()
  await audit.rounds()
  expect([audit.ids().length, (await audit.stored()).event]).toEqual([7, event])
})

// proves: audit-forward-webhook
test('a receiver that answers 500 gets the same delivery again, after growing pauses, until it accepts', async () => {
  audit.receiver.behave((response) => void response.writeHead(500).end())
  await audit.add(2)
  await audit.settle()
  expect(await audit.rounds()).toBe('failed')
  const pauses: number[] = []
  for (let attempt = 1; attempt <= 12; attempt++) {
    const { dueAt, attempts } = await audit.stored()
    expect(attempts).toBe(attempt)
    pauses.push(dueAt - audit.clock.now())
    expect(await audit.rounds()).toBe('waits')
    audit.clock.advance(pauses.at(-1) ?? 0)
    expect(await audit.rounds()).toBe('failed')
  }
  expect(pauses[0]).toBeLessThanOrEqual(1)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(300)
  expect(pauses.at(-1)).toBeGreaterThanOrEqual(150)
  const { faults } = await audit.stored()
  expect([faults.length, faults[0]]).toEqual([10, { at: audit.clock.now(), says: 'answers 500' }])
  audit.receiver.behave((response) => void response.writeHead(200).end('thanks'))
  audit.clock.advance(300)
  expect(await audit.rounds()).toBe('idle')
  expect(new Set(audit.receiver.posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await audit.stored()).toMatchObject({ attempts: 0, events: 2 })
  expect(audit.logged.at(-1)?.event).toBe('audit-forward-restored')
  expect(JSON.stringify(audit.logged)).not.toMatch(/127\.0\.0\.1|secret-path/)
})

test('a process that is stopped gives its delivery back at once', async () => {
  await audit.add(1)
  await audit.settle()
  await audit.next({ name: 'webhook', send: async () => ({ kind: 'stopped' }) })
  await audit.until(1)
  expect(await audit.stored()).toMatchObject({ attempts: 0, faults: [] })
})

// proves: audit-forward-beside
test('while a receiver hangs, events are written and nothing of the database is held', async () => {
  await audit.add(1)
  await audit.settle()
  let answer: (() => void) | undefined
  const asked = new Promise<void>((resolve) => {
    audit.receiver.behave((response) => {
      answer = () => void response.writeHead(204).end()
      resolve()
    })
  })
  const sending = audit.next()
  await asked
  await audit.add(2)
  const held = await audit.db.query`
    select relation::regclass as relation from pg_locks
     where database = (select oid from pg_database where datname = current_database())
       and relation in ('audit_events'::regclass, 'audit_destinations'::regclass) and mode <> 'AccessShareLock'`
  const open = await audit.db.query`
    select 1 as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  answer?.()
  expect([held, open, await sending]).toEqual([[], [], 'again'])
})

test('an instant of a clock that was ahead holds nothing up', async () => {
  await audit.add(1)
  await audit.run(`update audit_destinations set due_at = to_timestamp(${audit.clock.now() + 365 * 86_400})`)
  await audit.until(1)
})

// proves: audit-forward-closing-hash
test('the closing hash of each day is sent when the day is over, once', async () => {
  await audit.add(3)
  await audit.seal()
  const { head } = await audit.verify()
  const [day] = await audit.db.query<{ day: string }>`
    select (sealed_at at time zone 'UTC')::date::text as day from audit_seals where number = ${head.number}`
  await audit.rounds()
  expect(audit.receiver.lines().filter(({ name }) => name === 'audit-day-sealed')).toEqual([])
  audit.clock.advance(2 * 24 * 60 * 60)
  await audit.until(3)
  await audit.rounds()
  expect(audit.receiver.lines().filter(({ name }) => name === 'audit-day-sealed')).toEqual([
    { name: 'audit-day-sealed', day: day?.day, seal: head.number, hash: head.hash.toString('hex') },
  ])
})

// proves: audit-chain-told
test('it is known when the hash of a day arrived: not when events did, and not while it fails', async () => {
  await audit.add(3)
  await audit.seal()
  await audit.until(3)
  const sent = async () => (await findSentClosings(audit.db))[0]
  expect(await sent()).toMatchObject({ by: 'webhook', at: null, attempts: 0 })
  const { day: before } = (await sent()) ?? {}
  audit.clock.advance(2 * 24 * 60 * 60)
  audit.receiver.behave((response) => void response.writeHead(503).end())
  expect(await audit.rounds()).toBe('failed')
  expect(await sent()).toMatchObject({ day: before, at: null, attempts: 1 })
  audit.receiver.behave((response) => void response.writeHead(204).end())
  audit.clock.advance(600)
  await audit.rounds()
  const arrived = await sent()
  const [now] = [audit.clock.now()]
  expect([arrived?.at, arrived?.attempts]).toEqual([now, 0])
  expect((arrived?.day ?? '') > (before ?? '')).toBe(true)
  audit.clock.advance(60)
  await audit.add(1)
  await audit.until(4)
  expect((await sent())?.at).toBe(now)
})
