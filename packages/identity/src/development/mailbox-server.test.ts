import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMailboxTransport } from '../mail/index.ts'
import { UTC } from '../platform/date-words.ts'
import { systemClock } from '../platform/system-clock.ts'
import { type MailboxServer, openMailboxServer } from './mailbox-server.ts'

let dataDir: string
let mailbox: MailboxServer
const HTML = '<!doctype html><html lang="en"><head><title>Hello</title></head><body>Hello</body></html>'

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-mailbox-'))
  await createMailboxTransport(dataDir, systemClock).send({
    ...{ messageId: 'm-1', headerId: 'm-1@localhost', from: { name: 'Test', address: 'a@b.example' } },
    ...{ to: 'ada@example.org', subject: 'Hello', at: systemClock.now(), language: 'en' },
    ...{ text: 'Hello', html: HTML },
  })
  mailbox = await openMailboxServer({
    dataDir,
    serviceName: 'Test',
    timeZone: UTC,
    host: '127.0.0.1',
    port: 0,
  })
})
afterAll(async () => {
  await mailbox.close()
  await rm(dataDir, { recursive: true })
})

/** `fetch` does not send another Host. */
function statusOf(path: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, mailbox.url), { headers }, ({ statusCode }) => resolve(statusCode))
    asked.once('error', reject).end()
  })
}

// proves: threat-simulator-reached
describe('the mails, which have links that sign in', () => {
  test.each(['/', '/messages.json', '/messages/m-1.html'])(
    'are shown at %s of this machine',
    async (path) => {
      expect(await statusOf(path, {})).toBe(200)
    },
  )

  test.each([
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { 'x-forwarded-host': 'localhost' },
    { forwarded: 'for=127.0.0.1' },
  ])('are refused to a request with %j', async (headers) => {
    expect(await statusOf('/messages.json', headers)).toBe(403)
    expect(await statusOf('/', headers)).toBe(403)
    expect(await statusOf('/messages/m-1.html', headers)).toBe(403)
  })

  test.each([
    '/messages/m-2.html',
    '/messages/m-1.json',
    '/messages/../m-1.html',
    '/messages/..%2f..%2fm-1.html',
    '/messages/.html',
    '/messages/',
  ])('are not found at %s', async (path) => {
    expect(await statusOf(path, {})).toBe(404)
  })

  test('are HTML without scripts, for a frame of the mailbox alone', async () => {
    const answered = await fetch(`${mailbox.url}messages/m-1.html`)
    const policy = answered.headers.get('content-security-policy') ?? ''
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'", "form-action 'none'"]),
    )
    expect(policy).toMatch(/; sandbox allow-top-navigation-by-user-activation$/)
    expect(await answered.text()).toBe(HTML.replace('<head>', '<head><base target="_top">'))
  })
})
