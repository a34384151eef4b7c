import { afterEach, beforeEach, expect } from 'vitest'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { dayOf } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { readChain } from './chain-state.ts'
import { findHead } from './seal-store.ts'
import { openSealedAudit, type SealedAudit } from './seals.fixture.ts'

const DAY_SECONDS = 24 * 60 * 60
let audit: SealedAudit
beforeEach(async () => {
  audit = await openSealedAudit()
})
afterEach(() => audit.drop())

const today = () => dayOf(audit.clock.now())
/** The same time of the next day. */
const nextDay = () => audit.clock.advance(DAY_SECONDS)

// proves: audit-chain-told
test('before the first seal there is no chain', async () => {
  await audit.add()
  expect(await readChain(audit)).toBeUndefined()
})

// proves: audit-chain-told
test('says which day is closed, by which hash, and what is not sealed since when', async () => {
  await audit.add(2)
  await audit.seal()
  const first = await readChain(audit)
  expect(first).toMatchObject({ closed: undefined, unsealedSince: undefined, walkedAt: null, missing: [] })
  const head = await findHead(audit.db)
  const closed = { day: today().name, number: head?.number, hash: head?.hash, sealedAt: head?.sealedAt }
  nextDay()
  expect(await readChain(audit)).toMatchObject({ number: head?.number, closed })
  const since = audit.clock.now()
  await audit.add()
  expect(await readChain(audit)).toMatchObject({ closed, unsealedSince: since })
  await audit.seal()
  const sealed = await readChain(audit)
  expect(sealed).toMatchObject({ closed, unsealedSince: undefined, sealedAt: since })
  expect(sealed?.number).toBeGreaterThan(head?.number ?? 0)
})

// proves: audit-chain-told
test('an event after the last seal of its day is not under the hash of that day, but of the next one', async () => {
  await audit.add()
  await audit.seal()
  const midnight = today().endsAt
  audit.clock.advance(midnight - audit.clock.now() - 1)
  await audit.add()
  audit.clock.advance(61)
  await audit.seal()
  const [late] = await audit.db.query<{ day: string; number: number }>`
    select day::text as day, number from audit_seals where kind = 'live' order by number desc limit 1`
  const chain = await readChain(audit)
  expect(late?.day).toBe(dayOf(plusSeconds(midnight, -1)).name)
  expect(chain?.closed?.day).toBe(late?.day)
  expect(chain?.closed?.number).toBeLessThan(late?.number ?? 0)
})

// proves: audit-chain-told
test('names a day that has events and no seal, and no other: not one without events, not today, and not one that is not sealed yet', async () => {
  await audit.add()
  await audit.seal()
  const whole = today().name
  nextDay()
  nextDay()
  await audit.add()
  await audit.seal()
  const gone = today().name
  nextDay()
  await audit.add()
  await audit.seal()
  expect(await readChain(audit)).toMatchObject({ missing: [] })
  await audit.run(`delete from audit_seals where day = '${gone}'`)
  const broken = await readChain(audit)
  expect(broken?.missing).toEqual([gone])
  expect(broken?.lookedFrom).toBe(dayOf(plusSeconds(today().beginsAt, -7 * DAY_SECONDS)).name)
  expect(broken?.missing).not.toContain(whole)
  nextDay()
  const open = today().name
  await audit.add()
  nextDay()
  expect((await readChain(audit))?.missing).toEqual([gone])
  await audit.seal()
  expect((await readChain(audit))?.missing).not.toContain(open)
  audit.clock.advance(7 * DAY_SECONDS)
  expect((await readChain(audit))?.missing).toEqual([])
})

// proves: audit-chain-told
test('looks at no day while events of before the chain are sealed', async () => {
  await audit.add()
  await audit.seal()
  nextDay()
  await audit.run(
    `update audit_seals set walked_at = '0001-01-01', walked_id = '00000000-0000-0000-0000-000000000000'`,
  )
  expect(await readChain(audit)).toMatchObject({ lookedFrom: undefined, missing: [] })
})

// proves: audit-chain-told
test('looks at the newest 12,000 seals alone, and says from which day on', async () => {
  await audit.add()
  await audit.seal()
  nextDay()
  nextDay()
  const at = audit.clock.now()
  await audit.run(`
    insert into audit_seals (number, chain, kind, day, events, event_ids, digest, history, begun_below, sealed_below, heads, sealed_at, hash, mac)
    select number + n, chain, 'live', to_timestamp(${at})::date, 0, '', digest, history, begun_below, sealed_below, '', to_timestamp(${at}), sha256(n::text::bytea), ''
      from (select * from audit_seals order by number desc limit 1) as head, generate_series(1, 12000) as n`)
  nextDay()
  nextDay()
  const chain = await readChain(audit)
  expect([chain?.lookedFrom, chain?.missing]).toEqual([dayOf(plusSeconds(at, DAY_SECONDS)).name, []])
})
