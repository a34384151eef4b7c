import { describe, expect, test } from 'vitest'
import { ANY_TABLE, IDENTITY, type Plan, PROGRAM } from '../../../plan.ts'
import { judgeRooms, readPlanned, roomsBelow } from './judge-rooms.ts'
import { judgeRealRooms } from './real-rooms.ts'

const SCHEMA = ['create table low_rows (x int); create table mid_rows (x int); create table top_rows (x int)']

const PLAN: Plan = {
  src: 'src',
  rooms: {
    platform: { looksDownOn: [] },
    low: { looksDownOn: [], tables: ['low_rows'] },
    mid: { looksDownOn: ['low'], tables: ['mid_rows'] },
    top: { looksDownOn: ['mid'], tables: ['top_rows'] },
  },
  exceptions: [],
  standIns: {},
  passesOn: {},
}

/** Each room as it should be: it writes its own table. */
const GOOD = {
  'src/low/low-store.ts': 'db.query`insert into low_rows values (1)`',
  'src/mid/mid-store.ts': 'db.query`insert into mid_rows select x from low_rows`',
  'src/top/top-store.ts': 'db.query`update top_rows set x = l.x from low_rows l, mid_rows m`',
}

function judge(changed: Readonly<Record<string, string>> = {}, plan: Partial<Plan> = {}, schema = SCHEMA) {
  const whole = { ...PLAN, ...plan }
  const files = Object.entries({ ...GOOD, ...changed }).map(([path, text]) => ({ path, text }))
  return judgeRooms(whole, readPlanned(whole, files, schema), schema)
}

const faultsOf = (...given: Parameters<typeof judge>) => judge(...given).faults

test('a room writes its own tables and reads those of rooms below, and of rooms below them', () => {
  expect(judge()).toMatchObject({ faults: [], roomsAgainstPlan: [], locks: [] })
})

describe('refused is a room that', () => {
  test.each([
    ['reads a table of a room above', 'src/low/x.ts', 'select 1 from top_rows', 'reads top_rows of top'],
    ['reads one in a subselect', 'src/low/x.ts', 'select (select 1 from mid_rows)', 'reads mid_rows of mid'],
    ['writes a table of a room below', 'src/top/x.ts', 'delete from low_rows', 'writes low_rows of low'],
    [
      'writes one in a with query of a read',
      'src/top/x.ts',
      'with gone as (delete from mid_rows) select 1 from low_rows',
      'writes mid_rows of mid',
    ],
    ['reads a table of no room', 'src/top/x.ts', 'select 1 from elsewhere', 'reads elsewhere of no room'],
    [
      'changes the shape of a table of others',
      'src/top/x.ts',
      'drop table low_rows',
      'writes low_rows of low',
    ],
    ['is no room: a file beside them', 'src/main.ts', 'select 1 from low_rows', 'reads low_rows of low'],
    ['is not in the plan', 'src/new/x.ts', 'select 1 from low_rows', 'reads low_rows of low'],
  ])('%s', (_name, path, sql, fault) => {
    const { faults, roomsAgainstPlan } = judge({ [path]: `db.query\`${sql}\`` })
    expect(faults).toEqual([`${path}:1 ${fault}`])
    expect(roomsAgainstPlan).toEqual([path.split('/')[1]])
  })
  test('locks rows that it may not even read', () => {
    expect(faultsOf({ 'src/low/x.ts': 'db.query`select 1 from low_rows, mid_rows for update`' })).toEqual([
      'src/low/x.ts:1 reads mid_rows of mid',
      'src/low/x.ts:1 reads mid_rows of mid',
    ])
  })
  test('sends what cannot be read', () => {
    expect(faultsOf({ 'src/top/x.ts': 'db.query(text)' })).toEqual([
      'src/top/x.ts:1 cannot be read: text: only running code knows it',
    ])
  })
})

test('a lock on rows that another room owns is told', () => {
  const { faults, locks } = judge({ 'src/top/x.ts': 'db.query`select 1 from low_rows for share`' })
  expect(faults).toEqual([])
  expect(locks).toEqual(['src/top/x.ts:1 locks low_rows of low (for share)'])
})

describe('an exception', () => {
  const reach = { 'src/top/x.ts': 'db.query`delete from low_rows`' }
  const entry = { room: 'top', writes: ['low_rows'], because: 'of a test' }
  test('lets a room do what it lists, and is counted', () => {
    expect(judge(reach, { exceptions: [entry] })).toMatchObject({ faults: [], roomsAgainstPlan: ['top'] })
  })
  test.each([
    ['no other table', { ...entry, writes: ['mid_rows'] }],
    ['no other use', { room: 'top', reads: ['low_rows'], because: 'of a test' }],
    ['no other room', { ...entry, room: 'mid' }],
  ])('lets it do %s', (_name, other) => {
    expect(faultsOf(reach, { exceptions: [other] })).toContain('src/top/x.ts:1 writes low_rows of low')
  })
  test('that nothing needs any more is refused', () => {
    expect(faultsOf({}, { exceptions: [entry] })).toEqual([
      'the exception that top writes low_rows is not needed any more',
    ])
  })
  test('is one of two at most', () => {
    const rooms = ['top', 'mid', 'platform']
    const reaches = Object.fromEntries(
      rooms.map((room) => [`src/${room}/x.ts`, 'db.query`delete from low_rows`']),
    )
    const exceptions = rooms.map((room) => ({ ...entry, room }))
    expect(faultsOf(reaches, { exceptions })).toEqual(['3 exceptions; two at most'])
  })
})

describe('a table', () => {
  test('that is in no room is refused', () => {
    expect(faultsOf({}, {}, [...SCHEMA, 'create table new_rows (x int)'])).toEqual([
      'new_rows is in no room of the plan',
    ])
  })
  test('that the schema does not have any more is refused', () => {
    const [, ...others] = (SCHEMA[0] ?? '').split('; ')
    expect(faultsOf({}, {}, others)).toEqual(['low_rows is in the plan, not in the schema'])
  })
  test('that its room does not write is refused', () => {
    expect(faultsOf({ 'src/low/low-store.ts': 'db.query`select 1 from low_rows`' })).toEqual([
      'low_rows has no writer in low',
    ])
  })
  test('that two rooms own is refused', () => {
    const rooms = { ...PLAN.rooms, mid: { looksDownOn: ['low'], tables: ['mid_rows', 'low_rows'] } }
    expect(faultsOf({}, { rooms })).toContain('low_rows is in two rooms of the plan')
  })
})

describe('a file that passes SQL on', () => {
  const passing = { 'src/platform/x.ts': 'db.query(text); db.query(text)' }
  test('does so in as many places as the plan says', () => {
    expect(faultsOf(passing, { passesOn: { 'platform/x.ts': 2 } })).toEqual([])
    expect(faultsOf(passing, { passesOn: { 'platform/x.ts': 1 } })).toEqual([
      'platform/x.ts passes on SQL in 2 places, and 1 are in the plan',
    ])
    expect(faultsOf({}, { passesOn: { 'platform/x.ts': 1 } })).toEqual([
      'platform/x.ts passes on SQL in 0 places, and 1 are in the plan',
    ])
  })
  test('or names any table, where the plan has a word for it', () => {
    const standIns = { 'platform/x.ts': { table: ANY_TABLE } }
    const copying = { 'src/platform/x.ts': 'tx`insert into ${tx(table)} table ${tx(`old_${table}`)}`' }
    expect(faultsOf(copying, { standIns })).toEqual([])
    expect(faultsOf({ 'src/top/x.ts': copying['src/platform/x.ts'] }, { standIns })).toEqual([
      'src/top/x.ts:1 cannot be read: table: only running code knows it',
    ])
  })
})

describe('the plans', () => {
  test('every table of the schemas has a room that writes it, and every statement was read', () => {
    const [identity, program] = judgeRealRooms()
    expect(identity?.faults).toEqual([])
    expect(program?.faults).toEqual([])
    expect(identity?.statements.length).toBeGreaterThan(100)
    expect(program?.statements.length).toBeGreaterThan(40)
  })
  test.each([
    ['identity', IDENTITY],
    ['program', PROGRAM],
  ])('no room of %s stands above itself, and each that is named is there', (_name, { rooms }) => {
    for (const room of Object.keys(rooms)) expect([...roomsBelow(rooms, room)]).not.toContain(room)
    const named = Object.values(rooms).flatMap(({ looksDownOn }) => looksDownOn)
    expect(named.filter((room) => rooms[room] === undefined)).toEqual([])
  })
  test('each exception says why', () => {
    for (const { exceptions } of [IDENTITY, PROGRAM])
      for (const { because } of exceptions) expect(because).toMatch(/^[A-Z].{20,}\.$/)
  })
})
