import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { sealEvents } from '../../identity/src/audit-seals/index.ts'
import { isoTime } from '../../identity/src/command/present.ts'
import { unixSeconds } from '../../identity/src/platform/clock.ts'
import { testOnOneServer as test } from '../../identity/testing/one-server.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { addMachine, type Machine } from '../testing/machine.ts'
import { mainOf } from '../testing/orders.ts'

const HASH = /[0-9a-f]{64}/
let stage: ConsoleStage
let ida: ConsoleBrowser
let security: Machine
beforeAll(async () => {
  stage = await startStage()
  ida = await stage.operator('security')
  await ida.open('/')
  security = await addMachine(stage, 'security')
})
afterAll(() => stage.close())

const db = () => stage.service.database.db
const raw = (text: string) => db().query(Object.assign([text], { raw: [text] }))
const chainIn = ({ html }: Visited) =>
  html
    .querySelectorAll('main details')
    .find((one) => one.querySelector('summary')?.text === 'The chain of seals')
const factOf = (page: Visited, name: string) =>
  chainIn(page)
    ?.querySelectorAll('div')
    .find((one) => one.querySelector('dt')?.text === name)
    ?.querySelector('dd')?.text
const warnings = ({ html }: Visited) => html.querySelectorAll('main p[role=status]').map(({ text }) => text)
const chain = async () => (await security.ask('/audit/chain')).body

/** Seals what can be sealed. Transactions of other databases of the server may hold up some. */
async function seal(): Promise<void> {
  await expect
    .poll(async () => {
      const { foundation } = stage.service
      while ((await sealEvents(foundation)) === 'again');
      const [row] = await db().query<{ open: number }>`
      select count(*)::int as open from audit_events where written_in::text::bigint >= (select max(sealed_below) from audit_seals)`
      return row?.open
    })
    .toBe(0)
}

/** Everything that is sealed so far was sealed so many days ago, and its events are of then. */
const longAgo = async (days: number) => {
  await raw(`update audit_seals set sealed_at = sealed_at - interval '${days} days', day = day - ${days}`)
  await raw(`update audit_events set at = at - interval '${days} days'`)
}

// proves: audit-shows-chain
describe('the chain of seals', () => {
  beforeEach(async () => {
    await raw('delete from audit_seals')
    await raw('delete from audit_destinations')
    await raw('delete from audit_events')
    await raw(
      "insert into audit_events (event_id, at, name, actor, details) values (gen_random_uuid(), now(), 'signed-in', 'citizen', '{}')",
    )
  })

  test('is none before the first seal', async () => {
    const page = await ida.open('/audit/')
    expect([page.status, chainIn(page)]).toEqual([200, undefined])
    expect(mainOf(page)).toContain('Nothing is sealed: the service seals the audit each minute')
    expect(await chain()).toMatchObject({
      last_seal: null,
      closed_day: null,
      missing_days: [],
      looked_from: null,
    })
  })

  test('has no closed day on the first one, and is folded', async () => {
    await seal()
    const page = await ida.open('/audit/')
    expect([factOf(page, 'Last day that is closed (UTC)'), warnings(page)]).toEqual(['none yet', []])
    expect(chainIn(page)?.hasAttribute('open')).toBe(false)
    expect(chainIn(page)?.text).toContain('portico audit verify')
    expect(chainIn(page)?.text).not.toContain('--seal')
  })

  test('names the closed day, its hash as the command has it, what it does not cover, and how to verify', async () => {
    await seal()
    await longAgo(2)
    const [last] = await db().query<{ hash: string; number: number; day: string; at: number }>`
      select encode(hash, 'hex') as hash, number, (sealed_at at time zone 'UTC')::date::text as day, extract(epoch from sealed_at)::bigint as at
        from audit_seals order by number desc limit 1`
    const page = await ida.open('/audit/')
    const { hash = '', number, day, at = 0 } = last ?? {}
    expect(factOf(page, 'Hash of its last seal')).toBe(hash)
    expect(factOf(page, 'Last day that is closed (UTC)')).toMatch(new RegExp(`^${day}: ${number}, `))
    expect(factOf(page, 'Where it went')).toBe('to the log of each process, after midnight')
    expect(chainIn(page)?.text).toContain(`Events of ${day} after`)
    expect(chainIn(page)?.querySelector('p code')?.text).toBe(`portico audit verify --seal ${hash}`)
    expect(await chain()).toMatchObject({
      closed_day: { day, number, hash, sealed_at: isoTime(unixSeconds(at)) },
      sent: [],
    })
  })

  test('says by which way the hash went and when, and by which not yet', async () => {
    await seal()
    await longAgo(2)
    await raw(`
      insert into audit_destinations (destination, version, history, sent_transaction, sent_event, reached_at, closed_day, due_at, attempts, faults, events, closed_at)
      values ('syslog', 1, '', 0, gen_random_uuid(), now(), now()::date - 1, now(), 0, '[]', 0, '2026-03-01T00:05:00Z'),
             ('webhook', 1, '', 0, gen_random_uuid(), now(), now()::date - 9, now(), 2, '[]', 0, '2026-02-28T00:05:00Z')`)
    const said = factOf(await ida.open('/audit/'), 'Where it went')
    expect(said).toBe(
      'to the log of each process, after midnight; by syslog (2026-03-01 00:05:00 UTC); not yet by webhook (2 failed attempts)',
    )
    expect((await chain()).sent).toMatchObject([
      { by: 'syslog', at: '2026-03-01T00:05:00Z', attempts: 0 },
      { by: 'webhook', attempts: 2 },
    ])
  })

  test('says of a destination that began after the day that it does not get it', async () => {
    await seal()
    await longAgo(2)
    await raw(`
      insert into audit_destinations (destination, version, history, sent_transaction, sent_event, reached_at, closed_day, due_at, attempts, faults, events)
      values ('webhook', 1, '', 0, gen_random_uuid(), now(), now()::date - 1, now(), 0, '[]', 0)`)
    expect(factOf(await ida.open('/audit/'), 'Where it went')).toBe(
      'to the log of each process, after midnight; not by webhook: it gets those of later days',
    )
    expect((await chain()).sent).toMatchObject([{ by: 'webhook', at: null }])
  })

  test('does not call every event sealed while those from before the first seal are not', async () => {
    await seal()
    expect(factOf(await ida.open('/audit/'), 'Sealed')).toMatch(/^every event( before .+)?$/)
    await raw(`update audit_seals set walked_at = '2026-01-01T00:00:00Z', walked_id = gen_random_uuid()`)
    expect(factOf(await ida.open('/audit/'), 'Sealed')).toMatch(
      /^every event (since the first seal|before .+)$/,
    )
    expect((await chain()).sealing_older_events).toBe(true)
  })

  test('is open and warns where a day has events and no seal, and where events are not sealed for long', async () => {
    await seal()
    await longAgo(3)
    await raw('update audit_seals set day = day - 1')
    const [{ day } = { day: '' }] = await db().query<{ day: string }>`
      select (min(at) at time zone 'UTC')::date::text as day from audit_events where name = 'signed-in'`
    const page = await ida.open('/audit/')
    expect(warnings(page)).toEqual([
      'A day has events and no seal. Compare the audit on the machine of the service.',
    ])
    expect([
      factOf(page, 'Days with events and without a seal'),
      chainIn(page)?.hasAttribute('open'),
    ]).toEqual([day, true])
    expect((await chain()).missing_days).toEqual([day])
    await raw(
      "insert into audit_events (event_id, at, name, actor, details) values (gen_random_uuid(), now() - interval '20 minutes', 'signed-in', 'citizen', '{}')",
    )
    expect(warnings(await ida.open('/audit/'))).toContainEqual(
      expect.stringMatching(/^Events are not sealed for more than 15 minutes/),
    )
    expect((await chain()).unsealed_since).not.toBeNull()
  })

  test('is for security alone, and its look is in the audit', async () => {
    for (const role of ['reader', 'support'] as const) {
      const answer = await (await addMachine(stage, role)).ask('/audit/chain')
      expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_role'])
      expect(JSON.stringify(answer.body)).not.toMatch(HASH)
    }
    await chain()
    const looks = await db().query`
      select 1 from audit_events where operator = ${`key#${security.name}`} and details ->> 'command' = 'console audit chain'`
    expect(looks.length).toBe(1)
  })
})
