import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthority } from '../mail/certificate.fixture.ts'
import { REMOTE_ADDRESS, startRelay, type TestRelay } from '../mail/relay.fixture.ts'
import { ENROLLMENT } from './index.ts'
import { type MailingService, startMailingService } from './mailing-service.fixture.ts'

const authority = createAuthority()
const encrypted = authority.issue({ address: REMOTE_ADDRESS, validUntil: new Date('2048-01-01T00:00:00Z') })
const trusted = getCACertificates('default')
let relay: TestRelay
let service: MailingService

beforeAll(async () => {
  setDefaultCACertificates([...trusted, authority.cert])
  relay = await startRelay({
    ...encrypted,
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('later'), { responseCode: 450 })),
  })
  service = await startMailingService(ENROLLMENT.routes, undefined, `smtp://${relay.place}`)
})
afterAll(async () => {
  await service.close()
  await relay.stop()
  setDefaultCACertificates(trusted)
})

const register = (email: string) =>
  service.send('/api/v1/accounts/register/', JSON.stringify({ full_name: 'Ada Lovelace', email }))
const logged = (words: string) => service.logLines.some((line) => line.includes(words))
const waiting = async () =>
  (await service.database.db.query<{ recipient: string }>`select recipient from outbox`).map(
    ({ recipient }) => recipient,
  )

// proves: design-7.8-no-mail-503, threat-mail-without-tls
test('when a relay elsewhere stops offering STARTTLS, letters wait, everybody gets 503, and all goes out once it is back', async () => {
  expect((await register('ada@example.org')).status).toBe(202)
  await expect.poll(() => logged('"letter-not-taken"')).toBe(true)
  const { port } = relay
  await relay.stop()
  relay = await startRelay({ disabledCommands: ['STARTTLS'] }, port)
  await expect.poll(() => logged('"portico.trouble":"no-tls"'), { timeout: 30_000 }).toBe(true)
  service.clock.advance(60)
  const answer = await register('grace@example.org')
  expect(answer).toMatchObject({ status: 503, body: { detail: expect.any(String) } })
  expect([await waiting(), relay.taken]).toEqual([['ada@example.org'], []])

  await relay.stop()
  relay = await startRelay(encrypted, port)
  await expect.poll(() => relay.taken.length, { timeout: 30_000 }).toBe(1)
  expect(relay.encrypted).toEqual([true])
  await expect.poll(waiting).toEqual([])
  expect((await register('grace@example.org')).status).toBe(202)
})

test('the log says what happened, what to do and where to look, and names neither citizen nor link', () => {
  const told = service.logLines.filter((line) => line.includes('"mail-unavailable"')).join('\n')
  expect(told).toContain('offers no STARTTLS')
  expect(told).toContain('enable STARTTLS on the mail server')
  expect(told).toContain('docs/runbooks/trouble.md')
  expect(service.logLines.join('\n')).not.toMatch(/@example\.org|link=|pgl_/)
})
