import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailboxServer, openMailboxServer } from './mailbox-server.ts'

let dataDir: string
let mailbox: MailboxServer

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-mailbox-'))
  mailbox = await openMailboxServer({ dataDir, serviceName: 'Test', host: '127.0.0.1', port: 0 })
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
  test.each(['/', '/messages.json'])('are shown at %s of this machine', async (path) => {
    expect(await statusOf(path, {})).toBe(200)
  })

  test.each([
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { 'x-forwarded-host': 'localhost' },
    { forwarded: 'for=127.0.0.1' },
  ])('are refused to a request with %j', async (headers) => {
    expect(await statusOf('/messages.json', headers)).toBe(403)
    expect(await statusOf('/', headers)).toBe(403)
  })
})
