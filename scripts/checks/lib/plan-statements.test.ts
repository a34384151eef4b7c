import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession, type Session } from '../../../packages/identity/src/platform/postgres/session.ts'
import { createTestDatabase, type TestDatabase } from '../../../packages/identity/testing/database.ts'
import { allExcuses, excuseFor } from './plan-excuses.ts'
import { faultsOf } from './plan-statements.ts'
import { plannedStatements } from './planned-statements.ts'
import { pretendRows } from './ten-million-rows.ts'

let database: TestDatabase
let session: Session
const isLarge = (table: string) => table !== 'clients'

beforeAll(async () => {
  database = await createTestDatabase()
  session = await openSession(database.address)
  await pretendRows(session, 'public', isLarge)
})
afterAll(async () => {
  await session.close()
  await database.drop()
})

const faultsOfText = async (text: string) => {
  const sent = plannedStatements([{ file: 'some.ts', line: 1, uses: [], texts: [text] }])
  return (await faultsOf(session, sent, isLarge)).map(({ fault }) => fault)
}

test.each([
  [
    'an order by a column of its own output',
    `select to_char(at, 'YYYY') as at from audit_events where at >= to_timestamp($1) order by at limit $2`,
    [expect.stringMatching(/^sorts [\d,]{7,} rows$/), 'reads all of audit_events'],
  ],
  [
    'a filter for whichever part, over a range',
    `select 1 from audit_events where at >= to_timestamp($1) and ($2::text is null or name = $3) and ($4::text is null or client_id = $5)
        and ($6::text is null or address = $7) order by at desc limit $8`,
    expect.arrayContaining(['reads all of audit_events']),
  ],
  [
    'a limit that nothing orders, of what is over',
    'delete from outbox where message_id in (select message_id from outbox where expires_at <= to_timestamp($1) limit 1000)',
    ['reads all of outbox'],
  ],
  ['a filter without an index', 'select 1 from citizens where full_name = $1', ['reads all of citizens']],
  [
    'a cast of an indexed column',
    'select 1 from citizens where citizen_id::text = $1',
    ['reads all of citizens'],
  ],
  [
    'a function of an indexed column',
    'select 1 from login_emails where lower(email) = $1',
    ['reads all of login_emails'],
  ],
  ['half a key', 'select 1 from connections where client_id = $1', ['reads all of connections']],
  ['a count', 'select count(*) from outbox', ['reads all of outbox']],
  [
    'an update without an index',
    `update citizens set full_name = $1 where phone_number = $2`,
    ['reads all of citizens'],
  ],
  ['an unknown table', 'select 1 from nowhere', ['has no plan: relation "nowhere" does not exist']],
])('%s is found', async (_, text, faults) => {
  expect(await faultsOfText(text)).toEqual(faults)
})

test.each([
  [
    'an order by the column of the table',
    `select to_char(at, 'YYYY') as at from audit_events where at >= to_timestamp($1) order by audit_events.at limit $2`,
  ],
  ['one row by its key', 'select full_name from citizens where citizen_id = $1'],
  ['the rows of one citizen', 'select 1 from connections where citizen_id = $1 order by connected_at'],
  ['a small table', 'select count(*) from clients'],
  ['a batch', 'select 1 from citizens where citizen_id > $1 order by citizen_id limit $2'],
])('%s passes', async (_, text) => {
  expect(await faultsOfText(text)).toEqual([])
})

test.each([
  ['packages/program/src/some.ts', 'select $2::int from t where a = $1 limit 1000'],
  ['packages/identity/src/some.ts', 'select $3::int from t where a = $1 limit $2'],
])(
  'a limit that is a parameter is a page where PostgreSQL knows it, and the other parameters keep their order: %s',
  (file, text) => {
    const [sent] = plannedStatements([
      { file, line: 1, uses: [], texts: ['select $3::int from t where a = $1 limit $2'] },
    ])
    expect(sent?.text).toBe(text)
  },
)

test('a comment explains the statements of its paragraph', () => {
  const text = ['// plan: all of them.', '/** Reads. */', 'const a = one', '', 'const b = two'].join('\n')
  expect(excuseFor('a.ts:3', () => text)).toEqual({ where: 'a.ts:1', because: 'all of them.' })
  expect(excuseFor('a.ts:5', () => text)).toBeUndefined()
  expect(allExcuses([{ path: 'a.ts', text }])).toEqual(['a.ts:1'])
})
