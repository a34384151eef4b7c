import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'

const DAY_SECONDS = 24 * 60 * 60

let stage: ConsoleStage
let ida: ConsoleBrowser
beforeAll(async () => {
  stage = await startStage()
  ida = await stage.operator('reader')
})
beforeEach(async () => {
  await stage.service.database.db.query`delete from outbox`
  await stage.service.database.db.query`truncate audit_events`
})
afterAll(() => stage.close())

const tablesOf = ({ html }: Visited) =>
  html
    .querySelectorAll('tbody')
    .map((table) =>
      table.querySelectorAll('tr').map((row) => row.querySelectorAll('td').map(({ text }) => text.trim())),
    )

/** A letter that nobody sends: it is due in an hour. */
async function wait(kind: string, ageSeconds: number, attempts: number): Promise<void> {
  const now = stage.service.clock.now()
  await stage.service.database.db.query`
    insert into outbox (message_id, kind, recipient, sealed_content, created_at, expires_at, attempts, next_attempt_at)
    values (gen_random_uuid(), ${kind}, 'ana@secret.example.test', ${Buffer.from('sealed')}, to_timestamp(${now - ageSeconds}),
            to_timestamp(${now + DAY_SECONDS}), ${attempts}, to_timestamp(${now + 3600}))`
}

/** Letters that were given up so many seconds ago. */
async function giveUp(
  details: Readonly<Record<string, string>>,
  { times = 1, ago = 0 }: { readonly times?: number; readonly ago?: number } = {},
): Promise<void> {
  const at = stage.service.clock.now() - ago
  await stage.service.database.db.query`
    insert into audit_events (event_id, at, name, actor, details)
    select gen_random_uuid(), to_timestamp(${at}), 'letter-given-up', 'system', ${JSON.stringify(details)}::text::jsonb
      from generate_series(1, ${times}::int)`
}

const givenUpIn = ({ html }: Visited) => html.querySelector('h2 ~ p strong')?.text

test('says how many letters wait of each kind, since when, and how often they were put off; no recipient is in the page', async () => {
  await wait('reset', 600, 0)
  await wait('reset', 60, 3)
  await wait('registration', 9000, 1)
  await wait('decoy', 99_000, 7)
  const page = await ida.open('/letters/')
  const utc = (ago: number) =>
    new Date((stage.service.clock.now() - ago) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  expect(tablesOf(page)).toEqual([
    [
      ['Confirm your email address registration', '1', `${utc(9000)} UTC`, '1', '1'],
      ['reset', '2', `${utc(600)} UTC`, '1', '3'],
    ],
  ])
  expect(page.body).not.toContain('secret.example.test')
  expect(givenUpIn(page)).toBe('0')
})

// proves: console-counts-letters-once
test('says how many letters were given up in the last 24 hours, with a link or without, by the answers', async () => {
  const refused = { kind: 'registration', reason: 'refused-recipient' }
  await giveUp({ ...refused, reply: '550 5.1.1' }, { times: 2 })
  await giveUp({ kind: 'password-changed', reason: 'refused-mail', reply: '550 5.1.1' }, { ago: 20 * 3600 })
  await giveUp({ kind: 'new-device', reason: 'expired' }, { times: 4, ago: 60 })
  await giveUp(refused)
  await giveUp({})
  await giveUp({ ...refused, reply: '552 5.2.2' }, { times: 5, ago: DAY_SECONDS + 1 })
  const page = await ida.open('/letters/')
  expect(tablesOf(page)).toEqual([
    [
      ['too old', '4'],
      ['550 5.1.1', '3'],
      ['not written down', '1'],
      ['refused-recipient', '1'],
    ],
  ])
  expect(page.html.text).toContain('No letter waits.')
  expect(givenUpIn(page)).toBe('9')
  const today = await ida.open('/today/')
  const givenUpAt = today.html
    .querySelectorAll('thead th')
    .findIndex(({ text }) => text === 'Letters given up')
  const hours = tablesOf(today)[0]?.map((row) => Number(row[givenUpAt]))
  expect(hours?.reduce((sum, one) => sum + one)).toBe(9)
})

// proves: console-counts-letters-once
test('however many events of other kinds the day had, the letters that were given up are counted each', async () => {
  const letter = { kind: 'registration', reason: 'refused-recipient', reply: '550 5.1.1' }
  await giveUp(letter, { times: 3, ago: 60 })
  await stage.service.database.db.query`
    insert into audit_events (event_id, at, name, actor, details)
    select gen_random_uuid(), to_timestamp(${stage.service.clock.now() - 120}), 'signed-in', 'citizen', '{"reply":"554"}'
      from generate_series(1, 60001)`
  const page = await ida.open('/letters/')
  expect(tablesOf(page)).toEqual([[['550 5.1.1', '3']]])
  expect(givenUpIn(page)).toBe('3')
})

// proves: console-counts-letters-once
test('where too many were given up, the number is calculated from a part of the events, and the page says so', async () => {
  await giveUp(
    { kind: 'registration', reason: 'refused-recipient', reply: '550 5.1.1' },
    { times: 20_001, ago: 60 },
  )
  const page = await ida.open('/letters/')
  expect(tablesOf(page)).toEqual([[['550 5.1.1', expect.stringMatching(/^≈ \d+$/)]]])
  expect(page.html.text).toContain('calculated from a part of the events')
})

test('what was looked at is in the audit', async () => {
  await ida.open('/letters/')
  const looks = await stage.service.database.db.query<{ command: string }>`
    select details ->> 'command' as command from audit_events
     where name = 'operator-looked' and operator = ${ida.name} order by at desc limit 1`
  expect(looks).toEqual([{ command: 'console letters' }])
})
