import { afterEach, beforeEach, describe, expect } from 'vitest'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { forgetForeignNumbers } from '../audit/index.ts'
import { openSession } from '../platform/postgres/session.ts'
import { systemRandom } from '../platform/system-random.ts'
import { sealEvents } from './seal-events.ts'
import { openSealedAudit, type SealedAudit } from './seals.fixture.ts'

let audit: SealedAudit

beforeEach(async () => {
  audit = await openSealedAudit()
})
afterEach(() => audit.drop())

const INSERT = `insert into audit_events (event_id, filed_under, at, name, actor, details)
                select id, id, to_timestamp($1::text::float8), 'signed-in', 'citizen', '{}'
                  from (select gen_random_uuid() as id from generate_series(1, $2::text::int)) as made`

async function sealedOf(kind: string): Promise<number> {
  const [row] = await audit.db.query<{ events: number }>`
    select coalesce(sum(events), 0)::int as events from audit_seals where kind = ${kind}`
  return row?.events ?? -1
}

const needs = () => ({ db: audit.db, clock: audit.clock, keyring: audit.keys, random: systemRandom })

// proves: audit-sealed
test('the event of a transaction that was open over several seals is sealed when it is committed, and no event twice', async () => {
  await audit.seal()
  const slow = await openSession(audit.address)
  await slow.runText('begin')
  await slow.runText(INSERT, [String(audit.clock.now()), '2'])
  await audit.add(3)
  await audit.sealSome()
  const after = await sealedOf('live')
  audit.clock.advance(60)
  await audit.add(3)
  await audit.sealSome()
  await slow.runText('commit')
  await slow.close()
  await audit.seal()
  expect([after, await sealedOf('live')]).toEqual([0, 8])
  expect(await audit.breaks()).toEqual([])
})

test('writers, slow ones too, and several sealers at once lose no event and seal none twice', async () => {
  let isOver = false
  const writer = async (slow: boolean) => {
    const session = await openSession(audit.address)
    for (let round = 0; round < 60; round++) {
      await session.runText('begin')
      await session.runText(INSERT, [String(audit.clock.now()), '3'])
      if (slow) await session.runText('select pg_sleep(0.01)')
      await session.runText(round % 7 === 0 ? 'rollback' : 'commit')
    }
    await session.close()
  }
  const sealer = async () => {
    while (!isOver) await sealEvents(needs())
  }
  const sealers = [sealer(), sealer()]
  await Promise.all([writer(true), writer(true), writer(false), writer(false)])
  isOver = true
  await Promise.all(sealers)
  await audit.seal()
  expect((await sealedOf('live')) + (await sealedOf('walked'))).toBe(4 * 51 * 3)
  expect(await audit.breaks()).toEqual([])
})

test('a sealer that is killed in the middle leaves nothing half done, and the next one goes on', async () => {
  await audit.seal()
  await audit.add(4)
  await audit.settle()
  await audit.run(
    'create function stop() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(42); return new; end $$',
  )
  await audit.run('create trigger stop before insert on audit_seals for each row execute function stop()')
  const gate = await openSession(audit.address)
  await gate.runText('select pg_advisory_lock(42)')
  const killed = sealEvents(needs()).catch(() => 'killed')
  await expect.poll(() => audit.isSomebodyWaiting()).toBe(true)
  expect(await sealEvents(needs())).toBe('busy')
  await gate.runText(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  expect(await killed).toBe('killed')
  await gate.runText('select pg_advisory_unlock(42)')
  await gate.close()
  expect(await sealedOf('live')).toBe(0)
  await audit.seal()
  expect(await sealedOf('live')).toBe(4)
  expect(await audit.breaks()).toEqual([])
})

describe('events of before the chain', () => {
  test('are sealed in turns, by days, also without a number of a transaction', async () => {
    const old = audit.clock.now() - 40 * 24 * 3600
    await audit.run(INSERT.replace('$1::text', `'${old}'`).replace('$2::text', "'12000'"))
    await audit.run('update audit_events set written_in = null')
    await audit.add(2)
    await audit.seal()
    await audit.add(1)
    await audit.seal()
    expect([await sealedOf('walked'), await sealedOf('live')]).toEqual([12_002, 1])
    const [most] = await audit.db.query<{ events: number; days: number }>`
      select max(events) as events, count(distinct day)::int as days from audit_seals`
    expect(most).toEqual({ events: 5000, days: 2 })
    expect(await audit.breaks()).toEqual([])
  })

  test('that are not sealed yet are no break, and those of a day that is done are', async () => {
    const now = audit.clock.now()
    await audit.run(INSERT.replace('$1::text', `'${now - 90 * 24 * 3600}'`).replace('$2::text', "'5001'"))
    await audit.add(1)
    await audit.settle()
    expect(await sealEvents(needs())).toBe('again')
    expect(await sealEvents(needs())).toBe('again')
    expect(await audit.breaks()).toEqual([])
    await audit.seal()
    await audit.run(INSERT.replace('$1::text', `'${now - 90 * 24 * 3600}'`).replace('$2::text', "'1'"))
    await audit.run(
      `update audit_events set written_in = null where event_id not in (select event_id from audit_events order by written_in limit 5002)`,
    )
    expect((await audit.verify()).breaks).toMatchObject([{ what: 'event-added' }])
  })
})

test('many events of one transaction, and of many, are sealed in pieces', async () => {
  await audit.seal()
  await audit.run(INSERT.replace('$1::text', `'${audit.clock.now()}'`).replace('$2::text', "'25000'"))
  await audit.add(3)
  await audit.seal()
  expect(await sealedOf('live')).toBe(25_003)
  expect(await audit.breaks()).toEqual([])
})

describe('another history', () => {
  test('begins a chain that vouches for the one before, and seals everything again', async () => {
    await audit.seal()
    await audit.add(3)
    await audit.seal()
    await audit.run('create table other (like audit_events including all)')
    await audit.run('insert into other select * from audit_events')
    await audit.run('drop table audit_events')
    await audit.run('alter table other rename to audit_events')
    await audit.run('alter table audit_events alter written_in set default pg_current_xact_id()')
    await audit.add(2)
    await audit.seal()
    expect([await sealedOf('live'), await sealedOf('walked')]).toEqual([3, 5])
    expect(await audit.breaks()).toEqual([])
    await audit.run("delete from audit_seals where kind = 'live'")
    expect((await audit.breaks())[0]).toBe('2 seal-removed')
  })

  test('whose events have numbers that this server will give is not sealed until these are forgotten', async () => {
    await audit.add(2)
    await audit.run("update audit_events set written_in = '9000000000'")
    expect(await audit.sealSome()).toBe('foreign')
    await audit.db.transaction(forgetForeignNumbers)
    expect(await audit.seal()).toBe('done')
    expect(await sealedOf('walked')).toBe(2)
    expect(await audit.breaks()).toEqual([])
  })
})
