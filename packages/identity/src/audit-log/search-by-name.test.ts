import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { Database } from '../platform/postgres/database.ts'
import { openSession } from '../platform/postgres/session.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import type { EventFilter } from './event-filter.ts'
import { findByName, findOfRequest, isIndexed } from './indexed-events.ts'
import { searchEvents } from './search-events.ts'
import type { Slice } from './search-store.ts'
import { eventsFrom, eventsNamed, eventsOfProgram } from './searched-events.ts'

const ANY: EventFilter = { name: null, clientId: null, operator: null, address: null, requestId: null }
const RARE = 'client-disabled'
const EVERYDAY = [
  ...[
    'program-entered',
    'signed-in',
    'sign-in-failed',
    'signed-out',
    'session-ended',
    'grant-revoked',
    'citizen-brought',
  ],
]
const EVERYDAY_BETWEEN = 3_000

interface Row {
  readonly at: string
  readonly name: string
  readonly clientId: string | null
  readonly address: string | null
  readonly requestId: string | null
}

let database: TestDatabase
const rows: Row[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const [names, clients, addresses, requests] = [
    [RARE, 'client-enabled', 'signed-in'],
    ['permits', 'parking', null],
    ['192.0.2.7', null],
    ['Ab-_12xY0001', 'Ab-_12xY0002', null],
  ] as const
  const all = names.flatMap((name) =>
    clients.flatMap((clientId) =>
      addresses.flatMap((address) => requests.map((requestId) => ({ name, clientId, address, requestId }))),
    ),
  )
  for (const [number, row] of all.entries()) {
    // Two events of an instant each.
    const at = `2026-03-01T00:00:${String(Math.floor(number / 2) % 60).padStart(2, '0')}.000Z`
    rows.push({ at, ...row })
  }
  for (const { at, name, clientId, address, requestId } of rows)
    await database.db.query`
      insert into audit_events (event_id, filed_under, at, name, client_id, address, request_id, actor, details)
      values (gen_random_uuid(), gen_random_uuid(), ${at}::text::timestamptz, ${name}, ${clientId}, ${address}, ${requestId}, 'system', '{}')`
  await database.db.query`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    select gen_random_uuid(), gen_random_uuid(), timestamptz '2026-03-02 00:00:00Z' + interval '1 second' * i, 'program-entered', 'client', '{}'
      from generate_series(1, ${EVERYDAY_BETWEEN}) as i`
})
afterAll(() => database.drop())

const search = (
  filter: Partial<EventFilter>,
  more: { since?: string; most?: number; stopped?: AbortSignal } = {},
) =>
  searchEvents(
    { db: database.db, progress: () => undefined, stopped: more.stopped ?? new AbortController().signal },
    {
      ...{ citizenId: null, until: null, since: more.since ?? null, most: more.most ?? 100 },
      filter: { ...ANY, ...filter },
    },
  )
const placesOf = (found: readonly Row[]) =>
  found
    .map(({ at, name, clientId, address, requestId }) => [at, name, clientId, address, requestId].join(' '))
    .toSorted()

// proves: audit-filters
describe('a search for a rare event', () => {
  const filters = [undefined, 'permits', 'nobody'].flatMap((clientId) =>
    [undefined, '192.0.2.7', '192.0.2.8'].flatMap((address) =>
      [undefined, 'Ab-_12xY0001', 'Ab-_12xY0009'].map((requestId) => ({
        ...(clientId && { clientId }),
        ...(address && { address }),
        ...(requestId && { requestId }),
      })),
    ),
  )
  test.each(filters)(
    'finds those with %j, and no other, behind however many newer events',
    async (filter) => {
      const { events, next } = await search({ name: RARE, ...filter })
      const fits = (row: Row) =>
        Object.entries(filter).every(([name, value]) => Reflect.get(row, name) === value)
      const wanted = rows.filter((row) => row.name === RARE && fits(row))
      expect([placesOf(events), next]).toEqual([placesOf(wanted), null])
    },
  )

  test('goes on page by page, without losing or repeating events of one instant', async () => {
    const found: Row[] = []
    let until: Awaited<ReturnType<typeof search>>['next'] = null
    do {
      const page = await searchEvents(
        { db: database.db, progress: () => undefined, stopped: AbortSignal.abort() },
        { ...{ citizenId: null, since: null, until, most: 3 }, filter: { ...ANY, name: RARE } },
      )
      found.push(...page.events)
      until = page.next
    } while (until !== null)
    expect(placesOf(found)).toEqual(placesOf(rows.filter(({ name }) => name === RARE)))
  })

  test('begins at an instant, where one is named', async () => {
    const since = '2026-03-01T00:00:04Z'
    const { events } = await search({ name: RARE }, { since })
    const wanted = rows.filter(({ name, at }) => name === RARE && Date.parse(at) >= Date.parse(since))
    expect(wanted.length).toBeLessThan(rows.filter(({ name }) => name === RARE).length)
    expect(placesOf(events)).toEqual(placesOf(wanted))
  })
})

test('the index has every event but those of every day, which a search finds among the newest', async () => {
  const [index] = await database.db.query<{ made: string }>`
    select indexdef as made from pg_indexes where indexname = 'audit_events_by_name'`
  const left = [...(index?.made.split(' WHERE ')[1]?.matchAll(/'([^']+)'/g) ?? [])].map(([, name]) => name)
  expect(left).toEqual(EVERYDAY)
  expect([...EVERYDAY, RARE].map(isIndexed)).toEqual([...EVERYDAY.map(() => false), true])
})

test('an event of every day is looked for from the newest back, in steps that grow', async () => {
  const { events, endedAt, next } = await search({ name: 'signed-in' }, { stopped: AbortSignal.abort() })
  // The search was ended after its first step.
  expect([events, next !== null, endedAt !== null && endedAt > '2026-03-02']).toEqual([[], true, true])
  const [newest] = (await search({ name: 'program-entered' }, { most: 1 })).events
  expect(newest?.at).toBe(
    new Date(Date.parse('2026-03-02T00:00:00Z') + EVERYDAY_BETWEEN * 1000).toISOString(),
  )
})

// proves: audit-filters
describe('behind however many events of others, in the first step', () => {
  const soon = (filter: Partial<EventFilter>, most?: number) =>
    search(filter, { stopped: AbortSignal.abort(), ...(most !== undefined && { most }) })
  const names = [undefined, RARE, 'signed-in', 'signed-out']
  const others = [
    { clientId: 'permits' },
    { address: '192.0.2.7' },
    { clientId: 'permits', address: '192.0.2.7' },
  ]
  const none = [
    { clientId: 'nobody' },
    { address: '192.0.2.8' },
    { clientId: 'permits', address: '192.0.2.8' },
  ]
  test.each(
    [...others, ...none].flatMap((other) => names.map((name) => ({ ...(name && { name }), ...other }))),
  )('a search finds all with %j', async (filter) => {
    const { events, endedAt } = await soon(filter)
    const fits = (row: Row) =>
      Object.entries(filter).every(([name, value]) => Reflect.get(row, name) === value)
    expect([placesOf(events), endedAt]).toEqual([placesOf(rows.filter(fits)), null])
  })

  test('what a program has too much of is looked for in steps that can be stopped', async () => {
    const { db } = database
    await db.query`
      insert into audit_events (event_id, filed_under, at, name, client_id, address, actor, details)
      select gen_random_uuid(), gen_random_uuid(), timestamptz '2026-03-03 00:00:00Z' + interval '1 second' * i, 'program-entered', 'busy', '192.0.2.99', 'client', '{}'
        from generate_series(1, ${EVERYDAY_BETWEEN}) as i`
    try {
      for (const filter of [
        { clientId: 'busy', name: 'signed-in' },
        { address: '192.0.2.99', clientId: 'permits' },
      ]) {
        expect(await soon(filter)).toMatchObject({
          events: [],
          endedAt: expect.stringMatching(/^2026-03-03/),
        })
        expect(await search(filter)).toMatchObject({ events: [], endedAt: null, next: null })
      }
      expect((await soon({ clientId: 'busy' }, 3)).events).toHaveLength(3)
    } finally {
      await db.query`delete from audit_events where client_id = 'busy'`
    }
  })
})

type Finder = (db: Database, value: string, slice: Slice & { most: number }) => Promise<unknown>

test.each<[string, string, Finder]>([
  ['audit_events_by_name', 'name', findByName],
  ['audit_events_by_request', 'request_id', (db, value, slice) => findOfRequest(db, value, slice, ANY)],
  ['audit_events_by_name', 'name', (db, value, slice) => eventsNamed(db, value).instantBack(slice, 500)],
  ['audit_events_by_name', 'name', (db, value, slice) => eventsNamed(db, value).filtered(slice, ANY, 50)],
  [
    'audit_events_by_program',
    'client_id',
    (db, value, slice) => eventsOfProgram(db, value).instantBack(slice, 500),
  ],
  [
    'audit_events_by_program',
    'client_id',
    (db, value, slice) => eventsOfProgram(db, value).filtered(slice, ANY, 50),
  ],
  ['audit_events_by_address', 'address', (db, value, slice) => eventsFrom(db, value).instantBack(slice, 500)],
  [
    'audit_events_by_address',
    'address',
    (db, value, slice) => eventsFrom(db, value).filtered(slice, ANY, 50),
  ],
])('the plan for whichever value takes %s', async (index, column, find) => {
  let text = ''
  const query = (texts: TemplateStringsArray) => {
    text = texts.reduce((before, after, index) => `${before}$${index}${after}`)
    return Promise.resolve([])
  }
  const slice = { from: '2026-01-01Z', until: { at: 'infinity', eventId: FIRST_UUID }, most: 50 }
  await find({ ...database.db, query }, RARE, slice)
  const session = await openSession(database.address)
  try {
    // Only an index that cannot have the value is left beside.
    await session.runText('begin; set local enable_seqscan = off; drop index audit_events_by_time')
    const plan = await session.runText(`explain (generic_plan) ${text}`)
    expect(JSON.stringify(plan)).toMatch(new RegExp(`${index}[^]*Index Cond: \\(+${column} = \\$1\\)`))
  } finally {
    await session.runText('rollback')
    await session.close()
  }
})
