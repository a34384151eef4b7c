import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { appendEvent } from '../audit/index.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import type { Finding } from './finding.ts'
import { portico, settingsFor } from './portico.fixture.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const IN_PUBLIC = {
  PORTICO_BASE_URL: 'https://id.example.org',
  PORTICO_MAIL_FROM: 'a@example.org',
  PORTICO_SMTP_URL: 'smtp://127.0.0.1:1',
}

async function findings(check: string, changes: Readonly<Record<string, string>>) {
  const { out } = await portico({ ...settingsFor(database), ...changes }, ['doctor', '--json'])
  const { checks } = JSON.parse(out) as { readonly checks: readonly Finding[] }
  return checks.filter((finding) => finding.check === check)
}

/** Newer events than all before. */
async function addEvents(count: number, address: string): Promise<void> {
  const basics = { db: database.db, clock: systemClock, random: systemRandom }
  for (let at = 0; at < count; at += 1)
    await appendEvent(basics, { name: 'sign-in-failed', origin: { actor: 'anonymous', address } })
}

// proves: threat-forwarded-for
test('ranges of trusted proxies that are everybody are wrong, in halves too', async () => {
  const wide = ['0.0.0.0/1', '128.0.0.0/1', '::/0']
  const found = await findings('Trusted proxies', {
    PORTICO_TRUSTED_PROXIES: ['10.0.0.0/8', ...wide].join(','),
  })
  expect(found.map(({ state, says }) => [state, says.split(' ')[0]])).toEqual(
    wide.map((range) => ['wrong', range]),
  )
  expect(await findings('Trusted proxies', { PORTICO_TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8' })).toEqual([])
})

// proves: threat-forwarded-for
test('callers of a public service that share one address are wrong, unless it is an office behind a named proxy', async () => {
  const callers = (changes: Readonly<Record<string, string>> = {}) =>
    findings('Callers', { ...IN_PUBLIC, ...changes })
  const named = { PORTICO_TRUSTED_PROXIES: '172.18.0.2' }

  expect(await callers()).toMatchObject([{ state: 'idle' }])
  await addEvents(10, '172.18.0.9')
  const shared = [{ state: 'wrong', says: expect.stringContaining('172.18.0.9') }]
  expect(await callers()).toMatchObject(shared)
  expect(await callers(named)).toMatchObject(shared)
  expect(await callers({ PORTICO_BASE_URL: 'http://localhost:4000' })).toEqual([])

  await addEvents(1, '203.0.113.5')
  expect(await callers()).toMatchObject([{ state: 'ok', says: expect.stringContaining('2 addresses') }])

  await addEvents(100, '203.0.113.5')
  expect(await callers()).toMatchObject([{ state: 'wrong' }])
  expect(await callers(named)).toMatchObject([{ state: 'ok' }])
})

test('events of another kind that are newer hide no callers', async () => {
  await addEvents(100, '172.18.0.9')
  const later = systemClock.now() + 1
  await database.db.query`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    select gen_random_uuid(), gen_random_uuid(), to_timestamp(${later}), 'program-entered', 'citizen', '{}' from generate_series(1, 20000)`
  expect(await findings('Callers', IN_PUBLIC)).toMatchObject([{ state: 'wrong' }])
})
