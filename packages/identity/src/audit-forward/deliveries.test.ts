import { afterEach, beforeEach, expect } from 'vitest'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { dayOf, upsertExport } from '../audit/index.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { plusSeconds } from '../platform/clock.ts'
import { systemClock } from '../platform/system-clock.ts'
import { type ForwardedAudit, openForwardedAudit, SECRETS } from './forward.fixture.ts'

let audit: ForwardedAudit

beforeEach(async () => {
  audit = await openForwardedAudit()
})
afterEach(() => audit.drop())

const NOWHERE = () => settingsFor(audit)
const FORWARDS = () => ({
  ...settingsFor(audit),
  PORTICO_AUDIT_WEBHOOK: audit.receiver.url,
  PORTICO_AUDIT_WEBHOOK_SECRET: SECRETS.map((secret) => secret.toString('base64')).join(),
})

async function failOnce(): Promise<void> {
  audit.receiver.behave((response) => void response.writeHead(503).end())
  await audit.add(2)
  await audit.settle()
  expect(await audit.rounds()).toBe('failed')
}

// proves: audit-forward-seen
test('portico audit deliveries says what was delivered until when, what waits, and the last faults', async () => {
  await audit.add(3)
  await audit.until(3)
  await failOnce()
  const { exitCode, out } = await portico(FORWARDS(), ['audit', 'deliveries'])
  expect(exitCode).toBe(0)
  expect(out).toMatch(/^webhook +http:\/\/127\.0\.0\.1:\d+ .* UTC +3 +2 +1$/m)
  expect(out).toMatch(/The last faults of webhook:\n {2}\d{4}-.* UTC {2}answers 503$/)
  expect(out).not.toContain('secret-path')
  const { json } = await portico(FORWARDS(), ['audit', 'deliveries', '--json'])
  const { deliveredId } = await audit.stored()
  expect(json()).toMatchObject([
    {
      destination: 'webhook',
      events: 3,
      waiting: 2,
      attempts: 1,
      last_delivery: deliveredId,
      faults: [{ says: 'answers 503' }],
    },
  ])
})

test('it says of a destination that no setting names any more, of one that has not begun, and of none', async () => {
  expect((await portico(NOWHERE(), ['audit', 'deliveries'])).out).toContain('not in the settings')
  await audit.run('delete from audit_destinations')
  expect((await portico(NOWHERE(), ['audit', 'deliveries'])).out).toMatch(/^The audit is sent nowhere/)
  expect((await portico(FORWARDS(), ['audit', 'deliveries'])).out).toBe(
    'Nothing is sent to webhook yet: portico serve begins with it.',
  )
})

interface Checks {
  readonly checks: readonly { readonly check: string; readonly state: string; readonly says: string }[]
}

async function doctorSays(settings: Record<string, string>) {
  const { json } = await portico(settings, ['doctor', '--json'])
  return json<Checks>().checks.filter(({ check }) => check.startsWith('Audit to'))
}

// proves: audit-forward-seen
test('doctor says when a destination refuses, or is behind, and nothing where none is set', async () => {
  expect(await doctorSays(NOWHERE())).toEqual([])
  expect(await doctorSays(FORWARDS())).toMatchObject([{ check: 'Audit to webhook', state: 'ok' }])
  await failOnce()
  expect(await doctorSays(FORWARDS())).toMatchObject([
    {
      state: 'wrong',
      says: expect.stringMatching(/^http:\/\/127.* answers 503: 1 attempts have failed .* \d+ events wait$/),
    },
  ])
  await audit.run('update audit_destinations set attempts = 0')
  expect(await doctorSays(FORWARDS())).toMatchObject([
    { state: 'wrong', says: expect.stringMatching(/^an event waits for \d+ minutes/) },
  ])
  await audit.run('delete from audit_destinations')
  expect(await doctorSays(FORWARDS())).toMatchObject([{ state: 'idle' }])
})

// proves: audit-forward-retention
test('retention leaves a day that waits to be forwarded, says so, and deletes it when no setting names the destination and nobody tries', async () => {
  const now = systemClock.now()
  const at = plusSeconds(now, -40 * 86_400)
  await audit.add(2, at)
  await audit.run(`update audit_destinations set reached_at = to_timestamp(${at})`)
  await upsertExport(audit.db, { day: dayOf(at), events: 2, sha256: '' }, now)
  const prune = (settings: Record<string, string>) =>
    portico({ ...settings, PORTICO_AUDIT_RETENTION_DAYS: '30' }, ['audit', 'prune'])
  const kept = await prune(FORWARDS())
  expect([kept.exitCode, kept.err]).toEqual([
    1,
    expect.stringContaining(
      `Events of ${dayOf(at).name} wait to be forwarded, so they stay: see portico audit deliveries.`,
    ),
  ])
  expect(
    await audit.db.query`select 1 from audit_events where at < to_timestamp(${plusSeconds(now, -86_400)})`,
  ).toHaveLength(2)
  await audit.run("update audit_destinations set due_at = 'epoch'")
  expect((await prune(NOWHERE())).exitCode).toBe(0)
  expect(
    await audit.db.query`select 1 from audit_events where at < to_timestamp(${plusSeconds(now, -86_400)})`,
  ).toEqual([])
})
