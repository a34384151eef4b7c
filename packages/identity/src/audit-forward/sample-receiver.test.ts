import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { inherited } from '../../testing/inherited.ts'
import { plusSeconds } from '../platform/clock.ts'
import { systemClock } from '../platform/system-clock.ts'
import { signatureHeaders } from './sign-delivery.ts'

const PAGE = new URL('../../../../docs/runbooks/audit-elsewhere.md', import.meta.url)
const secret = Buffer.alloc(32, 1)
const other = Buffer.alloc(32, 2)

let folder: string
let receiver: ChildProcess
let url: string
let wrote = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-receiver-'))
  const [, code = ''] = /```js\n(.*?)```/s.exec(await readFile(PAGE, 'utf8')) ?? []
  const file = join(folder, 'receiver.mjs')
  await writeFile(file, code)
  const port = String(await freePort())
  const env = { ...inherited(), SECRET: secret.toString('base64'), PORT: port }
  receiver = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  receiver.stdout?.setEncoding('utf8').on('data', (text: string) => (wrote += text))
  url = `http://127.0.0.1:${port}/`
  await vi.waitFor(() => fetch(url, { method: 'POST' }), { timeout: 10_000 })
})
afterAll(async () => {
  receiver.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

interface Sent {
  readonly id: string
  readonly secrets?: readonly Buffer[]
  readonly body?: string
  readonly ageSeconds?: number
  /** What stands in place of a header. */
  readonly changed?: Readonly<Record<string, string>>
}

async function post({ id, secrets = [secret], body = 'a line\n', ageSeconds = 0, changed = {} }: Sent) {
  const at = plusSeconds(systemClock.now(), -ageSeconds)
  const headers = { ...signatureHeaders(secrets, { id, at, body: 'a line\n' }), ...changed }
  return (await fetch(url, { method: 'POST', body, headers })).status
}

// proves: audit-forward-webhook
test.each<[string, Omit<Sent, 'id'>]>([
  ['the signature of another secret', { secrets: [other] }],
  ['another body', { body: 'b line\n' }],
  ['another id', { changed: { 'webhook-id': 'x' } }],
  ['another time', { changed: { 'webhook-timestamp': String(plusSeconds(systemClock.now(), 10)) } }],
  ['an old time', { ageSeconds: 301 }],
  ['a time far ahead', { ageSeconds: -310 }],
  ['no signature', { changed: { 'webhook-signature': '' } }],
  ['half a signature', { changed: { 'webhook-signature': 'v1,AAAA' } }],
])('the receiver of the page refuses %s', async (_what, sent) => {
  expect(await post({ id: 'refused', ...sent })).toBe(401)
  expect(wrote).not.toContain('b line')
})

// proves: audit-forward-webhook
test('it accepts one signature of several, and writes a delivery that comes again once', async () => {
  expect(await post({ id: 'one', secrets: [other, secret] })).toBe(204)
  expect(await post({ id: 'one', secrets: [secret, other] })).toBe(204)
  expect(await post({ id: 'two' })).toBe(204)
  await expect.poll(() => wrote).toBe('a line\na line\n')
})
