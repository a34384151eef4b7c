import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Citizen } from '../../../identity/src/citizens/index.ts'
import { addCitizen } from '../../../identity/testing/people.ts'
import { type ConsoleStage, startStage } from '../../testing/console-stage.ts'
import { addMachine, type Machine } from '../../testing/machine.ts'

const NETWORK = '198.51.100.7'
let stage: ConsoleStage
let security: Machine
let citizen: Citizen
beforeAll(async () => {
  stage = await startStage({ PORTICO_TIME_ZONE: 'Asia/Kolkata', PORTICO_CONSOLE_LOOKS_PER_HOUR: '20' })
  security = await addMachine(stage, 'security')
})
afterAll(() => stage.close())
beforeEach(async () => {
  citizen = await addCitizen(stage.service)
})

const happen = (at: string, whom = citizen) => stage.service.database.db.query`
  insert into audit_events (event_id, filed_under, at, name, citizen_id, client_id, address, actor, details)
  values (gen_random_uuid(), ${whom.citizenId}, ${at}::text::timestamptz, 'signed-in', ${whom.citizenId}, 'machine-audit', ${NETWORK}, 'citizen', '{}')`
const timesIn = ({ body }: Awaited<ReturnType<Machine['ask']>>) =>
  body.events.map(({ at }: { at: string }) => at)
const looks = () => stage.service.database.db.query<{ command: string; filters: string | null }>`
  select details ->> 'command' as command, details ->> 'filters' as filters from audit_events
   where name = 'operator-looked' and citizen_id = ${citizen.citizenId} and operator = ${`key#${security.name}`}`

// proves: audit-filters-citizen, api-covers-personal-data
describe('the audit of one citizen', () => {
  test('has networks covered, is a look at the citizen, and has pages', async () => {
    await happen('2026-03-01T12:00:00Z')
    await happen('2026-03-02T12:00:00Z')
    await happen('2026-03-03T12:00:00Z', await addCitizen(stage.service))
    const asked = { citizen: citizen.subject, event: 'signed-in', most: 1 }
    const first = await security.ask('/audit', asked)
    expect([first.status, timesIn(first)]).toEqual([200, ['2026-03-02T12:00:00.000Z']])
    const second = await security.ask('/audit', { ...asked, next: first.body.next })
    expect(timesIn(second)).toEqual(['2026-03-01T12:00:00.000Z'])
    expect(second.body.events[0].address).toBe('…')
    expect(JSON.stringify([first.body, second.body])).not.toContain(NETWORK)
    expect(await looks()).toEqual([{ command: 'console audit --citizen', filters: '--event signed-in' }])
  })

  test('is not asked for by a network: whether there are events would tell it', async () => {
    await happen('2026-03-01T12:00:00Z')
    for (const address of [NETWORK, '198.51.100.99']) {
      const answer = await security.ask('/audit', { citizen: citizen.subject, address })
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'invalid_field', 'address'])
    }
    expect(await looks()).toEqual([])
  })

  test.each([
    ['an address', 'eva@example.test', 400, 'invalid_field'],
    ['a name', 'Eva', 400, 'invalid_field'],
    ['a subject that nobody has', '00000000-0000-4000-8000-000000000000', 404, 'unknown_citizen'],
  ])('is none of %s', async (_, given, status, code) => {
    const answer = await security.ask('/audit', { citizen: given })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('is for security alone, and within the bounds of looks', async () => {
    const support = await addMachine(stage, 'support')
    const refused = await support.ask('/audit', { citizen: citizen.subject })
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_role'])
    const others = await Promise.all(Array.from({ length: 20 }, () => addCitizen(stage.service)))
    for (const { subject } of others) await security.ask('/audit', { citizen: subject })
    const spent = await security.ask('/audit', { citizen: citizen.subject })
    expect([spent.status, spent.body.code]).toEqual([429, 'too_many_looks'])
    expect(await looks()).toEqual([])
    expect((await security.ask('/audit', { event: 'signed-in' })).status).toBe(200)
  })
})

// proves: audit-filters-time
describe('a span of time', () => {
  test('begins at an instant and ends before one, in UTC whatever the zone of the pages is', async () => {
    for (const day of ['01', '02', '03']) await happen(`2026-04-${day}T00:00:00Z`)
    const asked = { since: '2026-04-01T00:00:00Z', until: '2026-04-03T00:00:00.000Z' }
    const answer = await security.ask('/audit', { client: 'machine-audit', ...asked })
    expect(timesIn(answer)).toEqual(['2026-04-02T00:00:00.000Z', '2026-04-01T00:00:00.000Z'])
    const [look] = await stage.service.database.db.query<{ command: string }>`
      select details ->> 'command' as command from audit_events where operator = ${`key#${security.name}`}
       order by at desc, event_id desc limit 1`
    expect(look?.command).toBe(
      'console audit --client machine-audit --since 2026-04-01T00:00:00Z --until 2026-04-03T00:00:00Z',
    )
  })

  test('is exact to the millisecond, as the instants of events are', async () => {
    await happen('2026-05-01T12:00:05.2Z')
    await happen('2026-05-01T12:00:05.75Z')
    const [early, late] = ['2026-05-01T12:00:05.200Z', '2026-05-01T12:00:05.750Z']
    const found = async (span: object) =>
      timesIn(
        await security.ask('/audit', { client: 'machine-audit', since: '2026-05-01T00:00:00Z', ...span }),
      )
    expect(await found({ until: late })).toEqual([early])
    expect(await found({ since: late })).toEqual([late])
    expect(await found({ since: '2026-05-01T12:00:05.100Z', until: '2026-05-01T12:00:05.900Z' })).toEqual([
      late,
      early,
    ])
    expect(await found({ since: '2026-05-01T12:00:05.201Z', until: late })).toEqual([])
    const [look] = await stage.service.database.db.query<{ command: string }>`
      select details ->> 'command' as command from audit_events where operator = ${`key#${security.name}`}
       order by at desc, event_id desc limit 1`
    expect(look?.command).toContain(`--since 2026-05-01T12:00:05.201Z --until ${late}`)
  })

  test('may be as far away as a year of four digits', async () => {
    await happen('2026-06-01T00:00:00Z')
    for (const far of ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.999Z', '9999-12-31T00:00:00Z']) {
      const since = await security.ask('/audit', { client: 'machine-audit', since: far })
      expect([since.status, timesIn(since)]).toEqual([200, []])
      const until = { since: '2026-06-01T00:00:00Z', until: far }
      expect(timesIn(await security.ask('/audit', { client: 'machine-audit', ...until }))).toHaveLength(1)
    }
  })

  test.each([
    ['since', '0000-01-01T00:00:00Z', 'since'],
    ['since', '0001-02-29T00:00:00Z', 'since'],
    ['since', '2026-04-01T24:00:00Z', 'since'],
    ['since', '2026-04-01T23:59:60Z', 'since'],
    ['since', '2026-04-01T00:00:00.1Z', 'since'],
    ['until', '2026-04-01T00:00:00.000Z', 'until'],
    ['since', '2026-04-01', 'since'],
    ['since', '2026-02-30T00:00:00Z', 'since'],
    ['since', '2026-04-01T00:00:00', 'since'],
    ['until', '2026-04-01T00:00:00+02:00', 'until'],
    ['until', '1969-12-31T00:00:00Z', 'until'],
    ['until', '2026-03-31T00:00:00Z', 'until'],
  ])('is none by %s %s', async (name, given, field) => {
    const answer = await security.ask('/audit', { since: '2026-04-01T00:00:00Z', [name]: given })
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'invalid_field', field])
  })
})
