import { afterEach, beforeEach, describe, expect } from 'vitest'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { dayOf } from '../audit/index.ts'
import { keysOf, openSealedAudit, type SealedAudit } from './seals.fixture.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

let audit: SealedAudit
let ids: readonly string[]

/** Three seals of three events each (3 to 5), behind the beginning and the end of the events of before (1, 2). */
beforeEach(async () => {
  audit = await openSealedAudit()
  await audit.seal()
  ids = []
  while (ids.length < 9) {
    ids = [...ids, ...(await audit.add(3))]
    await audit.seal()
    audit.clock.advance(60)
  }
})
afterEach(() => audit.drop())

const at = (index: number) => ids[index] ?? ''

// proves: audit-sealed
test('an audit that nobody touched is whole, and a second round seals nothing', async () => {
  await audit.seal()
  expect(await audit.verify()).toMatchObject({ breaks: [], seals: 5, events: 9 })
})

describe('an event', () => {
  test.each([
    ['name', "name = 'signed-out'"],
    ['time', "at = at + interval '1 microsecond'"],
    ['citizen', 'citizen_id = gen_random_uuid()'],
    ['address', "address = '192.0.2.1'"],
    ['actor', "actor = 'system'"],
    ['operator', "operator = 'Eve'"],
    ['client', "client_id = 'other'"],
    ['session', 'session_id = gen_random_uuid()'],
    ['request', "request_id = 'other'"],
    ['details', `details = '{"n": 2}'`],
  ])('with another %s is named with its seal', async (_, change) => {
    await audit.run(`update audit_events set ${change} where event_id = '${at(4)}'`)
    expect(await audit.breaks()).toEqual(['4 event-changed'])
  })

  test('that moved to another server, or to another number of a transaction, is the same', async () => {
    await audit.run(
      `update audit_events set filed_under = null, written_in = '7' where event_id = '${at(4)}'`,
    )
    expect(await audit.breaks()).toEqual([])
  })

  test('that is gone is named', async () => {
    await audit.run(`delete from audit_events where event_id = '${at(7)}'`)
    expect((await audit.verify()).breaks).toEqual([
      { seal: 5, day: dayOf(audit.clock.now()).name, what: 'event-removed', eventId: at(7) },
    ])
  })

  test('that was written later with an old number of a transaction is named', async () => {
    const [id] = await audit.add()
    await audit.run(`update audit_events set written_in = '5' where event_id = '${id}'`)
    await audit.seal()
    expect((await audit.verify()).breaks).toMatchObject([{ what: 'event-added', eventId: id }])
  })

  test('that was written later without a number is named', async () => {
    const [id] = await audit.add()
    await audit.run(`update audit_events set written_in = null where event_id = '${id}'`)
    await audit.seal()
    expect((await audit.verify()).breaks).toMatchObject([{ what: 'event-added', eventId: id }])
  })

  test.each([
    ['before', -2 * HOUR],
    ['after', 2 * HOUR],
    ['a day before', -DAY],
  ])('that says that it was long %s is named, although it is sealed', async (_, seconds) => {
    await audit.add(1, audit.clock.now() + seconds)
    await audit.seal()
    expect(await audit.breaks()).toEqual(['6 event-misdated'])
  })

  test('that takes the place of another one is named', async () => {
    await audit.run(`delete from audit_events where event_id = '${at(4)}'`)
    const [id] = await audit.add()
    await audit.run(`update audit_events set written_in = '5' where event_id = '${id}'`)
    expect(await audit.breaks()).toEqual(['4 event-removed'])
  })
})

describe('a seal', () => {
  test('that is gone is named, and so is the first one', async () => {
    await audit.run('delete from audit_seals where number = 4')
    expect((await audit.breaks())[0]).toBe('4 seal-removed')
    await audit.run('delete from audit_seals where number = 1')
    expect((await audit.breaks())[0]).toBe('2 seal-removed')
  })

  test.each([
    'events = 2',
    "kind = 'walked'",
    'day = day - 1',
    "digest = ''",
    "event_ids = ''",
    'sealed_below = 1',
    "walked_at = 'epoch'",
  ])('with another value is named: %s', async (change) => {
    await audit.run(`update audit_seals set ${change} where number = 4`)
    expect((await audit.breaks())[0]).toBe('4 seal-changed')
  })

  test.each(['hash', 'mac'])('with another %s is named', async (column) => {
    await audit.run(`update audit_seals set ${column} = sha256(${column}) where number = 4`)
    expect((await audit.breaks())[0]).toBe(column === 'hash' ? '4 seal-changed' : '4 seal-forged')
  })

  test('that changed places with another one is named', async () => {
    await audit.run(
      'update audit_seals set number = case number when 3 then 104 else 103 end where number in (3, 4)',
    )
    await audit.run('update audit_seals set number = number - 100 where number > 100')
    expect((await audit.breaks())[0]).toBe('3 seal-changed')
  })

  test('that somebody without the key made is named, alone or with all before it', async () => {
    await audit.forge()
    expect(await audit.breaks()).toEqual(['6 seal-forged'])
    await audit.run('delete from audit_seals')
    await audit.seal({ keys: keysOf(9) })
    expect(await audit.breaks()).toEqual(['1 seal-forged'])
  })
})

// proves: audit-sealed
describe('the end of the chain that was cut off', () => {
  test('is noticed where its events are not sealed again within an hour', async () => {
    await audit.run('delete from audit_seals where number = 5')
    expect(await audit.breaks()).toEqual([])
    audit.clock.advance(2 * HOUR)
    expect(await audit.breaks()).toEqual(['4 not-sealed'])
  })

  test('and made again of other events is noticed by a hash that was kept elsewhere', async () => {
    const { head } = await audit.verify()
    await audit.run('delete from audit_seals where number = 5')
    await audit.run(`delete from audit_events where event_id = '${at(7)}'`)
    await audit.seal()
    expect(await audit.breaks()).toEqual([])
    expect(await audit.breaks({ hash: head.hash.toString('hex') })).toEqual(['5 seal-unknown'])
  })

  test('is told first of all, also where more is broken than is told', async () => {
    for (let seals = 0; seals < 20; seals += 1) {
      await audit.add(1)
      await audit.seal()
    }
    await audit.run(`update audit_events set name = 'signed-out'`)
    const [first, ...others] = await audit.breaks({ hash: 'f'.repeat(64) })
    expect(first).toMatch(/ seal-unknown$/)
    expect(others).toEqual((await audit.breaks()).slice(0, 20))
    expect(others).toHaveLength(20)
  })
})

test('only the events of the days that were asked for are compared, and always the whole chain', async () => {
  const today = dayOf(audit.clock.now()).name
  await audit.run(`delete from audit_events where event_id = '${at(7)}'`)
  const after = dayOf(audit.clock.now() as never).endsAt
  const tomorrow = dayOf(after).name
  expect(await audit.breaks({ from: tomorrow })).toEqual([])
  expect(await audit.breaks({ from: today, to: today })).toEqual(['5 event-removed'])
  await audit.run('update audit_seals set events = 2 where number = 4')
  expect((await audit.breaks({ from: tomorrow }))[0]).toBe('4 seal-changed')
})
