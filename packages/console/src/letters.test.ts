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
  await stage.service.database.db.query`delete from refused_letters`
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

async function refuse(reply: string | null, endedSecondsAgo: number, letters = 1): Promise<void> {
  const endsAt = stage.service.clock.now() - endedSecondsAgo
  await stage.service.database.db.query`
    insert into refused_letters (asked_by, expires_at, reply)
    select uuid_send(gen_random_uuid()), to_timestamp(${endsAt}), ${reply} from generate_series(1, ${letters}::int)`
}

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
      ['registration', '1', `${utc(9000)} UTC`, '1', '1'],
      ['reset', '2', `${utc(600)} UTC`, '1', '3'],
    ],
  ])
  expect(page.body).not.toContain('secret.example.test')
  expect(page.html.text).toContain('None was refused.')
})

test('says with which answers letters were refused for good, and forgets those of four days ago', async () => {
  await refuse('550 5.1.1', -60, 2)
  await refuse('552 5.2.2', DAY_SECONDS)
  await refuse(null, 2 * DAY_SECONDS)
  await refuse('550 5.1.1', 4 * DAY_SECONDS, 5)
  const page = await ida.open('/letters/')
  expect(tablesOf(page)).toEqual([
    [
      ['550 5.1.1', '2'],
      ['not written down', '1'],
      ['552 5.2.2', '1'],
    ],
  ])
  expect(page.html.text).toContain('No letter waits.')
  expect(page.html.text).not.toContain('More are not counted')
})

test('counts no more refusals than it says', async () => {
  await refuse('550 5.1.1', 0, 10_001)
  const page = await ida.open('/letters/')
  expect(tablesOf(page)).toEqual([[['550 5.1.1', '10000']]])
  expect(page.html.text).toContain('More are not counted than 10000.')
})

test('what was looked at is in the audit', async () => {
  await ida.open('/letters/')
  const looks = await stage.service.database.db.query<{ command: string }>`
    select details ->> 'command' as command from audit_events
     where name = 'operator-looked' and operator = ${ida.name} order by at desc limit 1`
  expect(looks).toEqual([{ command: 'console letters' }])
})
