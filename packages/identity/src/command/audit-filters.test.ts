import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addCitizen } from '../../testing/people.ts'
import { type EventFilter, searchEvents } from '../audit-log/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { portico, settingsFor } from './portico.fixture.ts'

const DAY = '2026-03-01T'
const REFERENCE = 'Ab-_12xY00zz'
const V6 = '2001:db8::7'

let database: TestDatabase
let ada: Citizen

beforeAll(async () => {
  database = await createTestDatabase()
  ada = await addCitizen({ foundation: { db: database.db, clock: systemClock, random: systemRandom } })
  const bob = await addCitizen({ foundation: { db: database.db, clock: systemClock, random: systemRandom } })
  const rows: readonly (readonly [string, string, string, ...(string | null)[]])[] = [
    ['10:00:00Z', 'signed-in', ada.citizenId, null, '192.0.2.7', 'Ab-_12xY00zy', null],
    ['11:00:00Z', 'program-entered', ada.citizenId, 'permits', '192.0.2.7', REFERENCE, null],
    ['11:00:01Z', 'signed-in', bob.citizenId, null, V6, REFERENCE, null],
    ['12:00:00Z', 'program-entered', bob.citizenId, 'parking', V6, 'Cd-_12xY00zz', null],
    ['13:00:00Z', 'citizen-suspended', ada.citizenId, null, null, null, 'Grace Hopper'],
  ]
  for (const [time, name, citizen, client = null, address = null, request = null, operator = null] of rows)
    await database.db.query`
      insert into audit_events (event_id, filed_under, at, name, citizen_id, client_id, address, request_id, actor, operator, details)
      values (gen_random_uuid(), gen_random_uuid(), ${DAY + time}::text::timestamptz, ${name}, ${citizen}::text::uuid, ${client},
              ${address}, ${request}, ${operator ? 'operator' : 'citizen'}, ${operator}, '{}')`
})
afterAll(() => database.drop())

const run = (...args: string[]) => portico(settingsFor(database), ['audit', ...args])

interface Shown {
  readonly at: string
  readonly name: string
}

/** The hours of the events that are shown. */
async function hours(...args: string[]): Promise<readonly string[]> {
  const shown = await run('--until', '2026-03-02', ...args, '--json')
  expect(shown).toMatchObject({ exitCode: 0, err: '' })
  return shown.json<Shown[]>().map(({ at }) => at.slice(11, 13))
}

// proves: audit-filters
describe('portico audit', () => {
  test.each([
    [
      ['--event', 'signed-in'],
      ['10', '11'],
    ],
    [['--client', 'permits'], ['11']],
    [['--operator', 'Grace Hopper'], ['13']],
    [['--operator', 'Grace'], []],
    [
      ['--address', '192.0.2.7'],
      ['10', '11'],
    ],
    [
      ['--address', '2001:DB8:0::7'],
      ['11', '12'],
    ],
    [
      ['--request', REFERENCE],
      ['11', '11'],
    ],
    [
      ['--request', ` ${REFERENCE} · 404`],
      ['11', '11'],
    ],
    [['--request', REFERENCE.toLowerCase()], []],
    [['--event', 'signed-in', '--address', '192.0.2.7'], ['10']],
    [['--event', 'signed-in', '--client', 'permits'], []],
    [['--event', 'program-entered', '--address', V6, '--client', 'parking'], ['12']],
    [['--event', "signed-in' or true or name = '"], 'refused'],
    [['--client', 'nobody'], []],
    [
      ['--since', '2026-03-01T11:00:01Z'],
      ['11', '12', '13'],
    ],
    [['--since', '2026-03-01T12:00:00Z', '--event', 'signed-in'], []],
    [['--limit', '1', '--event', 'signed-in'], ['11']],
  ] as const)('%j shows %j', async (args, expected) => {
    if (expected === 'refused') expect((await run(...args)).exitCode).toBe(2)
    else expect(await hours(...args)).toEqual(expected)
  })

  test('a name that no event has leads to the one that was meant, and to the list of names', async () => {
    expect(await run('--event', 'signed-inn')).toMatchObject({
      exitCode: 0,
      out: 'There are no such events. This release writes no event of the name signed-inn. Did you mean signed-in? docs/reference/audit-events.md has the names.',
    })
    expect((await run('--event', 'nonsense')).out).not.toContain('Did you mean')
    expect((await run('--event', 'citizen-closed')).out).toBe('There are no such events.')
    expect((await run('--event', 'signed-inn', '--json')).out).toBe('[]')
    expect((await run('--operator', 'Nobody')).out).toBe('There are no such events.')
  })

  test('of one citizen, with filters and an end', async () => {
    expect(await hours('--citizen', ada.email)).toEqual(['10', '11', '13'])
    expect(await hours('--citizen', ada.email, '--event', 'signed-in')).toEqual(['10'])
    expect(await hours('--citizen', ada.email, '--address', V6)).toEqual([])
  })

  test('an end is before its instant, a beginning at it', async () => {
    const between = async (...args: string[]) => (await run(...args, '--json')).json<Shown[]>().length
    expect(await between('--since', `${DAY}10:00:00Z`, '--until', `${DAY}11:00:00Z`)).toBe(1)
    expect(await between('--until', `${DAY}10:00:00Z`)).toBe(0)
  })

  test('both are exact to the microsecond, as a search that was stopped says where to go on', async () => {
    const client = 'fractions'
    for (const at of ['05.200000', '05.750123', '05.750124'])
      await database.db.query`
        insert into audit_events (event_id, filed_under, at, name, client_id, actor, details)
        values (gen_random_uuid(), gen_random_uuid(), ${`2027-03-01T14:00:${at}Z`}::text::timestamptz, 'signed-in', ${client}, 'citizen', '{}')`
    const found = async (...args: string[]) => {
      const shown = await run('--since', '2027-03-01', ...args, '--json')
      return shown.json<Shown[]>().map(({ at }) => at.slice('2027-03-01T14:00:'.length))
    }
    const all = ['05.200Z', '05.750Z', '05.750Z']
    expect(await found('--until', '2027-03-01T14:00:05.750124Z')).toEqual(all.slice(0, 2))
    expect(await found('--client', client, '--until', '2027-03-01T14:00:05.750Z')).toEqual(all.slice(0, 1))
    const since = async (at: string, ...args: string[]) =>
      (await run('--since', at, ...args, '--json')).json<Shown[]>().length
    expect(await since('2027-03-01T14:00:05.201Z')).toBe(2)
    expect(await since('2027-03-01T14:00:05.750124Z', '--client', client)).toBe(1)
    expect(await since('2027-03-01T14:00:05Z')).toBe(3)
    const span = ['2027-03-01T14:00:05.1Z', '--until', '2027-03-01T14:00:05.9Z'] as const
    expect(await since(...span)).toBe(3)
  })

  test('both may be as far away as a year of four digits, and no farther', async () => {
    expect((await run('--since', '9999-12-31T23:59:59.9Z', '--json')).json()).toEqual([])
    expect((await run('--until', '9999-12-31T23:59:59Z')).exitCode).toBe(0)
    for (const option of ['--since', '--until'])
      expect((await run(option, '9999-12-31T23:59:59-01:00')).exitCode).toBe(2)
  })

  test.each(['Asia/Tokyo', 'America/Los_Angeles', 'UTC'])(
    'a day is one of UTC, and a time has its zone, on a machine in %s',
    async (zone) => {
      const before = process.env['TZ']
      process.env['TZ'] = zone
      try {
        expect(await hours('--since', '2026-03-01')).toEqual(['10', '11', '11', '12', '13'])
        expect(await hours('--since', '2026-03-01T12:30Z')).toEqual(['13'])
        expect(await hours('--since', '2026-03-01T12:30+01:00')).toEqual(['12', '13'])
        expect((await run('--since', '2026-03-01T12:30')).exitCode).toBe(2)
      } finally {
        if (before === undefined) delete process.env['TZ']
        else process.env['TZ'] = before
      }
    },
  )

  test.each([
    [['--request', 'x'], 'no reference number'],
    [['--request', ''], 'no reference number'],
    [['--request', `${REFERENCE}\u001b[2J`], 'no reference number'],
    [['--request', 'x'.repeat(300)], 'no reference number'],
    [['--address', '192.0.2.300'], 'no network address'],
    [['--address', '192.0.2.0/24'], 'no network address'],
    [['--address', 'localhost'], 'no network address'],
    [['--event', 'Signed in'], 'no name of an event'],
    [['--event', '<b>'], 'no name of an event'],
    [['--client', 'two words'], 'no id of a program'],
    [['--operator', '\u001b[2J'], 'no name of an operator'],
    [['--until', 'tomorrow'], 'is not a time'],
    [['--since', '2026-03-02', '--until', '2026-03-01'], '--until must be later than --since'],
    [['--since', '1d', '--until', '1d'], '--until must be later than --since'],
    [['--follow', '--until', '2026-03-01'], 'exclude each other'],
    [['--event', 'signed-in', '--event', 'signed-out'], 'more than once'],
  ])('%j is refused: %s', async (args, sentence) => {
    const { exitCode, out, err } = await run(...args)
    expect([exitCode, out]).toEqual([2, ''])
    expect(err).toContain(sentence)
    expect(err).not.toContain('\u001b')
  })

  test('says where else a request may be that left no event', async () => {
    const { out } = await run('--request', REFERENCE.toLowerCase())
    expect(out).toContain('the log has it as http.request.id')
    expect(out).toContain('the case counts')
  })

  test('says in the audit what was looked for', async () => {
    await run('--request', REFERENCE, '--client', 'permits', '--as', 'ada')
    const [looked] = await database.db.query`
      select operator, client_id, details from audit_events where name = 'operator-looked' order by event_id desc limit 1`
    const command = `audit --client permits --request ${REFERENCE}`
    expect(looked).toEqual({ operator: 'ada', client_id: 'permits', details: { command } })
  })
})

// The names are those of every day: the index by name has none of them.
describe('a search in a long audit', () => {
  const filter = { name: 'signed-out', clientId: null, operator: null, address: null, requestId: null }
  const search = { citizenId: null, since: null, until: null, most: 5, filter }
  const quiet = { progress: () => undefined, stopped: new AbortController().signal }

  beforeAll(async () => {
    await database.db.query`
      insert into audit_events (event_id, filed_under, at, name, request_id, actor, details)
      select gen_random_uuid(), gen_random_uuid(), '2026-01-01Z'::timestamptz + n / 4 * interval '1 s',
             case when n % 20000 = 0 then 'signed-out' else 'signed-in' end, case when n % 50000 = 7 then ${REFERENCE} end, 'citizen', '{}'
        from generate_series(1, 100000) n`
  })

  test('finds each event once, over the ends of what one statement reads, the newest last', async () => {
    const { events, endedAt } = await searchEvents({ db: database.db, ...quiet }, search)
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted())
    expect([new Set(events.map(({ eventId }) => eventId)).size, endedAt]).toEqual([5, null])
    const all = await searchEvents(
      { db: database.db, ...quiet },
      { ...search, most: 10_000, filter: { ...filter, name: 'signed-in' } },
    )
    expect(all.events).toHaveLength(10_000)
  })

  test('ends where it is stopped, and goes on there', async () => {
    const stopping = new AbortController()
    stopping.abort()
    const part = await searchEvents({ db: database.db, ...quiet, stopped: stopping.signal }, search)
    expect(part.events.length).toBeLessThan(5)
    expect(part.endedAt).toMatch(/^2026-01-01T\d\d:\d\d:\d\d\.\d{6}Z$/)
  })

  test('of a request asks once, whatever else is asked for, and whether it wrote anything or not', async () => {
    const reads: string[] = []
    const query: typeof database.db.query = (...statement) => {
      reads.push(statement[0].join(''))
      return database.db.query(...statement)
    }
    const found = async (more: Partial<EventFilter>) => {
      const byRequest = { ...search, filter: { ...filter, name: null, requestId: 'Zz-_12xY0001', ...more } }
      const { events } = await searchEvents({ db: { ...database.db, query }, ...quiet }, byRequest)
      expect(reads.splice(0).filter((text) => text.includes('from audit_events'))).toHaveLength(1)
      return events.length
    }
    expect(await found({})).toBe(0)
    await database.db.query`
      insert into audit_events (event_id, filed_under, at, name, client_id, address, request_id, actor, details)
      values (gen_random_uuid(), gen_random_uuid(), '2026-02-01Z', 'signed-in', 'permits', '192.0.2.7', 'Zz-_12xY0001', 'citizen', '{}'),
             (gen_random_uuid(), gen_random_uuid(), '2026-02-01Z', 'signed-in', 'permits', '192.0.2.7', 'Zz-_12xY0002', 'citizen', '{}')`
    const fits = { name: 'signed-in', clientId: 'permits', address: '192.0.2.7' }
    expect([await found({}), await found(fits)]).toEqual([1, 1])
    for (const other of [{ name: 'signed-out' }, { clientId: 'parking' }, { address: '192.0.2.8' }])
      expect(await found({ ...fits, ...other })).toBe(0)
  })
})
