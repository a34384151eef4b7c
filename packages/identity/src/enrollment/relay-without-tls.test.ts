import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthority } from '../mail/certificate.fixture.ts'
import { REMOTE_ADDRESS, startRelay, type TestRelay } from '../mail/relay.fixture.ts'
import { enrollmentRoutes } from './index.ts'
import { startTestServer, type TestServer } from './test-server.fixture.ts'

const authority = createAuthority()
const encrypted = authority.issue({ address: REMOTE_ADDRESS, validUntil: new Date('2048-01-01T00:00:00Z') })
const trusted = getCACertificates('default')
let relay: TestRelay
let server: TestServer

beforeAll(async () => {
  setDefaultCACertificates([...trusted, authority.cert])
  relay = await startRelay({
    ...encrypted,
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('later'), { responseCode: 450 })),
  })
  server = await startTestServer(enrollmentRoutes, undefined, `smtp://${relay.place}`)
})
afterAll(async () => {
  await server.close()
  await relay.stop()
  setDefaultCACertificates(trusted)
})

const register = (email: string) =>
  server.send('/api/v1/accounts/register/', JSON.stringify({ full_name: 'Ada Lovelace', email }))
const logged = (words: string) => server.logLines.some((line) => line.includes(words))
const waiting = async () =>
  (await server.database.db.query<{ recipient: string }>`select recipient from outbox`).map(
    ({ recipient }) => recipient,
  )

test('when a relay elsewhere stops offering STARTTLS, letters wait, everybody gets 503, and all goes out once it is back', async () => {
  expect((await register('ada@example.org')).status).toBe(202)
  await expect.poll(() => logged('"letter-not-taken"')).toBe(true)
  const { port } = relay
  await relay.stop()
  relay = await startRelay({ disabledCommands: ['STARTTLS'] }, port)
  await expect.poll(() => logged('"trouble":"no-tls"'), { timeout: 30_000 }).toBe(true)
  server.clock.advance(60)
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
  const told = server.logLines.filter((line) => line.includes('"mail-unavailable"')).join('\n')
  expect(told).toContain('offers no STARTTLS')
  expect(told).toContain('turn STARTTLS on at the mail server')
  expect(told).toContain('docs/runbooks/trouble.md')
  expect(server.logLines.join('\n')).not.toMatch(/@example\.org|link=|pgl_/)
})
