// Takes over 10 s: a hundred thousand events are written, and listed twice as JSON that fits its schema.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addCitizen } from '../../testing/people.ts'
import type { Citizen } from '../citizens/index.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { portico, settingsFor } from './portico.fixture.ts'

let database: TestDatabase
let gone: Citizen
let open: Citizen

const run = (...words: readonly string[]) => portico(settingsFor(database), ['citizen', ...words])
const add = () => addCitizen({ foundation: { db: database.db, clock: systemClock, random: systemRandom } })

beforeAll(async () => {
  database = await createTestDatabase()
  gone = await add()
  open = await add()
  await run('close', gone.email, '--reason', 'asked by letter')
  await run('suspend', open.email, '--reason', 'x')
})
afterAll(() => database.drop())

test('an account that was closed is in the list with its subject and when, and nothing else of anybody', async () => {
  const listed = await run('erased', '--since', '1d', '--json')
  expect(listed.json()).toEqual([{ erased_at: expect.stringMatching(/^\d{4}-.+Z$/), subject: gone.subject }])
  const { out } = await run('erased', '--since', '1d')
  expect(out).toMatch(new RegExp(`^ERASED +SUBJECT\n.+${gone.subject}$`))
  for (const other of [gone.email, gone.citizenId, open.subject, 'letter']) expect(out).not.toContain(other)
})

test('one that was closed before is not in it', async () => {
  await database.db
    .query`update audit_events set at = (at at time zone 'UTC' - interval '2 days') at time zone 'UTC' where name = 'citizen-closed'`
  expect((await run('erased', '--since', '1d')).out).toBe('No account was closed since then.')
  expect((await run('erased', '--since', '3d', '--json')).json()).toHaveLength(1)
})

test('with an end, it has those before it, and the end itself is none of them', async () => {
  const at = async (...words: readonly string[]) =>
    (await run('erased', '--since', '10d', ...words, '--json')).json<readonly unknown[]>().length
  expect([await at('--until', '1d'), await at('--until', '3d'), await at()]).toEqual([1, 0, 1])
  expect((await run('erased', '--since', '10d', '--until', '3d')).out).toBe(
    'No account was closed between these times.',
  )
  const [row] = await database.db.query<{ exact: string }>`
    select to_char(date_trunc('second', at at time zone 'UTC') + interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as exact
      from audit_events where name = 'citizen-closed'`
  expect(await at('--until', row?.exact ?? '')).toBe(1)
})

test.each([
  [[]],
  [['--since', '1d', '--until', '2d']],
  [['--since', '1d', '--until', '1d']],
  [['--since', '1d', '--until=']],
  [['--since', 'ever']],
  [['--since=']],
  [['--since', '1d', '--limit', '1']],
])('%j is refused, and nobody has looked', async (words) => {
  const looked = () => database.db.query`select 1 from audit_events where name = 'operator-looked'`
  const before = await looked()
  expect(await run('erased', ...words)).toMatchObject({ exitCode: 2, out: '' })
  expect(await looked()).toEqual(before)
})

test('the look is in the audit', async () => {
  await run('erased', '--since', '1d', '--as', 'ada')
  const [event] = await database.db.query`
    select operator, details from audit_events where name = 'operator-looked' order by event_id desc limit 1`
  expect(event).toEqual({ operator: 'ada', details: { command: 'citizen erased' } })
})

test('a list that lacks the oldest says so and is a fault; one that is just full does not', async () => {
  const add = (count: number) => database.db.query`
    insert into audit_events (event_id, filed_under, at, name, citizen_id, actor, details)
    select gen_random_uuid(), coalesce(filed_under, event_id), now(), name, citizen_id, actor, details
      from audit_events, generate_series(1, ${count}::int) where name = 'citizen-closed' limit ${count}`
  await add(100_000)
  const full = await run('erased', '--since', '1d', '--json')
  expect([full.exitCode, full.err, full.json()]).toMatchObject([0, '', { length: 100_000 }])
  await add(1)
  const cut = await run('erased', '--since', '1d', '--json')
  expect([cut.exitCode, cut.json()]).toMatchObject([1, { length: 100_000 }])
  expect(cut.err).toContain('There are more than 100000 since then: the oldest are missing in this list.')
})
