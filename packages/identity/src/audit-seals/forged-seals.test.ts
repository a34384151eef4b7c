import { afterEach, beforeEach, describe, expect } from 'vitest'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { dayOf, purgeExported, upsertExport } from '../audit/index.ts'
import { keyring } from '../platform/keyring.ts'
import { openPurgeRun } from '../platform/postgres/purge-run.ts'
import { systemRandom } from '../platform/system-random.ts'
import { letGoOf } from './let-go.ts'
import { findHead } from './seal-store.ts'
import { keysOf, openSealedAudit, type SealedAudit } from './seals.fixture.ts'

let audit: SealedAudit

/** Three seals of two events each (3 to 5), behind the beginning and the end of the events of before (1, 2). */
beforeEach(async () => {
  audit = await openSealedAudit()
  await audit.seal()
  for (let round = 0; round < 3; round++) {
    await audit.add(2)
    await audit.seal()
  }
})
afterEach(() => audit.drop())

const newest = async () => (await findHead(audit.db))?.number

// proves: audit-sealed
describe('behind a seal that no key has signed nothing is sealed, and verify names it', () => {
  test('where it lets go of a day whose events are gone', async () => {
    await audit.forge({ kind: 'let-go' })
    await audit.run('delete from audit_events')
    await audit.add()
    expect(await audit.seal()).toBe('forged')
    expect(await newest()).toBe(6)
    expect(await audit.breaks()).toEqual([
      ...['3 event-removed', '4 event-removed', '5 event-removed', '6 seal-forged'],
    ])
  })

  test('where the last seals were made again of changed events', async () => {
    await audit.run("update audit_events set address = '192.0.2.1'")
    const rows = await audit.db.query<{ ids: Buffer }>`
      select event_ids as ids from audit_seals where number >= 4 order by number`
    const before = await findHead(audit.db)
    await audit.run('delete from audit_seals where number >= 4')
    for (const { ids } of rows) await audit.forge({ ids, sealedBelow: before?.sealedBelow ?? 0 })
    await audit.add()
    expect(await audit.seal()).toBe('forged')
    expect(await newest()).toBe(5)
    expect(await audit.breaks()).toEqual(['3 event-changed', '4 seal-forged'])
  })

  test('where the hash and the signature are those of another seal', async () => {
    const { number } = await audit.forge({ kind: 'let-go' })
    await audit.run(`
      update audit_seals as forged set hash = signed.hash, mac = signed.mac from audit_seals as signed
       where forged.number = ${number} and signed.number = 5`)
    expect(await audit.seal()).toBe('forged')
    expect((await audit.breaks())[0]).toBe('6 seal-changed')
  })

  test.each(['of this server', 'of another one'])('where it begins a chain %s', async (where) => {
    const history = where === 'of this server' ? undefined : 'another'
    const forged = { kind: 'begun' as const, chain: 'ffff', walkedAt: null, walkedId: null }
    await audit.forge({ ...forged, ...(history && { history }) })
    expect(await audit.seal()).toBe('forged')
    expect(await audit.breaks()).toContain('6 seal-forged')
  })

  test('where a later one is signed: a signature vouches for its own seal only', async () => {
    await audit.forge()
    const { db, clock, keys } = audit
    const head = await findHead(db)
    const { appendSeal } = await import('./append-seal.ts')
    if (head)
      await appendSeal({ db, clock, keyring: keys }, head, { ...head, ids: Buffer.alloc(0), events: 0 })
    expect(await newest()).toBe(7)
    expect(await audit.breaks()).toEqual(['6 seal-forged'])
  })
})

test('a forged seal of another chain lets go of no day, and its hash is no kept one', async () => {
  const [{ hash }, day] = [await audit.forge({ kind: 'let-go', chain: '0' }), dayOf(audit.clock.now()).name]
  await audit.run('delete from audit_events')
  const breaks = await audit.breaks({ from: day, hash: hash.toString('hex') })
  expect(breaks).toEqual(expect.arrayContaining(['3 event-removed', '6 seal-unknown']))
})

// proves: audit-sealed
test('retention deletes nothing behind a forged seal', async () => {
  await upsertExport(audit.db, { day: dayOf(audit.clock.now()), events: 6, sha256: '' }, audit.clock.now())
  audit.clock.advance(40 * 24 * 60 * 60)
  await audit.forge({ kind: 'let-go' })
  const { db, clock, keys } = audit
  const letGo = letGoOf({ clock, keyring: keys })
  const run = openPurgeRun(
    { db, clock },
    [purgeExported({ retentionDays: 30, random: systemRandom, letGo, awaits: async () => false })],
    () => undefined,
  )
  while ((await run.round()) === 'again');
  expect(await newest()).toBe(6)
  expect((await audit.breaks()).filter((words) => words.includes('event'))).toEqual([])
})

// proves: audit-sealed
test('the key is changed by rotation: with both the chain goes on, and verify needs both', async () => {
  const both = keyring([Buffer.alloc(32, 2), Buffer.alloc(32, 1)], systemRandom)
  expect(await audit.sealSome({ keys: keysOf(2) })).toBe('forged')
  await audit.add()
  expect(await audit.seal({ keys: both })).toBe('done')
  await audit.add()
  expect(await audit.seal({ keys: keysOf(2) })).toBe('done')
  expect(await audit.breaks({ keys: both })).toEqual([])
  expect(await audit.breaks({ keys: keysOf(2) })).toEqual(['1 seal-forged'])
  expect(await audit.breaks({ keys: keysOf(1) })).toEqual(['6 seal-forged'])
})

test('where the key is lost, an emptied table has a new chain of all events', async () => {
  expect(await audit.sealSome({ keys: keysOf(2) })).toBe('forged')
  await audit.run('delete from audit_seals')
  expect(await audit.seal({ keys: keysOf(2) })).toBe('done')
  expect(await audit.verify({ keys: keysOf(2) })).toMatchObject({ breaks: [], events: 6 })
})
