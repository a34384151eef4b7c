import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createAuthority, selfSigned } from '../mail/certificate.fixture.ts'
import { REMOTE_ADDRESS, startRelay, type TestRelay } from '../mail/relay.fixture.ts'
import type { Finding } from './finding.ts'
import { portico, settingsFor } from './portico.fixture.ts'

const authority = createAuthority()
const content = { address: REMOTE_ADDRESS, validUntil: new Date('2048-01-01T00:00:00Z') }
const trusted = getCACertificates('default')
let database: TestDatabase
let relay: TestRelay | undefined

beforeAll(async () => {
  setDefaultCACertificates([...trusted, authority.cert])
  database = await createTestDatabase()
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await database.drop()
})
afterEach(() => relay?.stop())

/** The doctor's finding about mail, with these settings. */
async function examine(
  options: SMTPServerOptions,
  settings: (relay: TestRelay) => Record<string, string>,
): Promise<Finding & { exitCode: number }> {
  relay = await startRelay(options)
  const { exitCode, out } = await portico(
    {
      ...settingsFor(database),
      PORTICO_PORT: '0',
      PORTICO_BASE_URL: 'http://localhost:2',
      ...settings(relay),
    },
    ['doctor', '--json'],
  )
  const { checks } = JSON.parse(out) as { checks: Finding[] }
  const mail = checks.find(({ check }) => check === 'Mail')
  if (!mail) throw new Error('The doctor says nothing about mail')
  expect(mail.mend !== '').toBe(mail.state === 'wrong')
  return { ...mail, exitCode }
}

const WITHOUT_STARTTLS: SMTPServerOptions = { disabledCommands: ['STARTTLS'] }
const remote = ({ place }: TestRelay) => ({ PORTICO_SMTP_URL: `smtp://${place}` })

describe('the doctor says how mail travels', () => {
  // proves: design-8-doctor
  test('over TLS: its version, the cipher, and the name and end of the certificate', async () => {
    const found = await examine(authority.issue(content), remote)
    expect(found.state).toBe('ok')
    expect(found.says).toMatch(
      /^0\.0\.0\.0:\d+ answers; mail goes there over TLSv1\.[23] \([A-Z0-9_-]+\), by a certificate for 0\.0\.0\.0 until Jan {2}1 00:00:00 2048 GMT$/,
    )
  })
  test('in clear on this machine, and that it does not leave it', async () => {
    const found = await examine(WITHOUT_STARTTLS, ({ port }) => ({
      PORTICO_SMTP_URL: `smtp://127.0.0.1:${port}`,
    }))
    expect(found).toMatchObject({ state: 'ok', says: expect.stringContaining('does not leave this machine') })
  })
  test('in clear to another machine, and which setting allows it', async () => {
    const found = await examine(WITHOUT_STARTTLS, (here) => ({
      ...remote(here),
      PORTICO_SMTP_ALLOW_CLEARTEXT: 'yes-send-links-in-clear',
    }))
    expect(found.says).toContain('in clear, links included, because PORTICO_SMTP_ALLOW_CLEARTEXT allows it')
  })
  test('over TLS with a certificate that need not be good', async () => {
    const found = await examine(selfSigned(content), (here) => ({
      ...remote(here),
      PORTICO_SMTP_ALLOW_CLEARTEXT: 'yes-send-links-in-clear',
    }))
    expect(found).toMatchObject({ state: 'ok', says: expect.stringContaining('which is not trusted') })
  })
})

describe('the doctor says why no mail is sent, and what to do', () => {
  test.each([
    ['no STARTTLS', WITHOUT_STARTTLS, 'offers no STARTTLS', 'PORTICO_SMTP_ALLOW_CLEARTEXT'],
    ['a certificate of nobody', selfSigned(content), 'DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
    [
      'a certificate that is over',
      authority.issue({ ...content, validUntil: new Date('2020-01-01T00:00:00Z') }),
      'CERT_HAS_EXPIRED',
      'give the mail server a certificate',
    ],
    [
      'a certificate of another server',
      authority.issue({ ...content, address: '192.0.2.1' }),
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'valid for the host in PORTICO_SMTP_URL',
    ],
  ])('%s', async (_case, options, says, mend) => {
    const found = await examine(options, ({ place }) => ({ PORTICO_SMTP_URL: `smtp://ada:hunter2@${place}` }))
    expect(found).toMatchObject({
      state: 'wrong',
      exitCode: 1,
      says: expect.stringContaining(says),
      mend: expect.stringContaining(mend),
    })
    expect(JSON.stringify(found)).not.toContain('hunter2')
  })
  test('a relay that refuses our name at EHLO, as Postfix and others do', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('220 relay\r\n')
      socket.on('data', () => void socket.end('421 4.7.0 invalid EHLO\r\n'))
    })
    await new Promise<void>((resolve) => void server.listen(0, REMOTE_ADDRESS, () => resolve()))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const found = await examine({}, () => ({ PORTICO_SMTP_URL: `smtp://${REMOTE_ADDRESS}:${port}` }))
    await new Promise((resolve) => server.close(resolve))
    expect(found).toMatchObject({
      state: 'wrong',
      exitCode: 1,
      says: expect.stringContaining('refuses to talk to this service, before any letter (EHLO 421)'),
      mend: expect.stringContaining('the host of PORTICO_BASE_URL'),
    })
    expect(found.mend).not.toMatch(/port\b/)
  })
  test('a password that is refused', async () => {
    const found = await examine(
      { ...authority.issue(content), onAuth: (_auth, _session, done) => done(new Error('wrong')) },
      ({ place }) => ({ PORTICO_SMTP_URL: `smtp://ada:hunter2@${place}` }),
    )
    expect(found).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('refuses user and password'),
    })
    expect(JSON.stringify(found)).not.toContain('hunter2')
  })
})
