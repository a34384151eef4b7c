import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unixSeconds } from '../platform/clock.ts'
import type { Entry } from './next-batch.ts'
import { type HttpReceiver, startHttpReceiver } from './receivers.fixture.ts'
import { webhookSender } from './send-webhook.ts'

let receiver: HttpReceiver

beforeEach(async () => {
  receiver = await startHttpReceiver()
})
afterEach(() => receiver.close())

const secrets = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const entries: readonly Entry[] = [
  { kind: 'day-sealed', day: '2026-11-28', number: 812, hash: Buffer.from([1, 2]) },
]
const delivery = { id: '018f0000-0000-7000-8000-00000000000a', entries, now: unixSeconds(1_800_000_000) }
const never = new AbortController().signal

const send = ({ milliseconds = 30_000, stopped = never, url = receiver.url } = {}) =>
  webhookSender({ url, secrets }, { milliseconds })(delivery, stopped)

// proves: audit-forward-webhook
test('a delivery has an id, a time, and a signature of each secret over both and the body', async () => {
  expect(await send()).toEqual({ kind: 'delivered' })
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.posted
  expect(body).toBe('{"name":"audit-day-sealed","day":"2026-11-28","seal":812,"hash":"0102"}\n')
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', secret).update(`${delivery.id}.1800000000.${body}`).digest('base64')}`,
  )
  expect(headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'webhook-id': delivery.id,
    'webhook-timestamp': '1800000000',
    'webhook-signature': signatures.join(' '),
  })
})

test.each([400, 401, 404, 413, 429, 500, 503])('an answer of %i is a fault', async (status) => {
  receiver.behave((response) => void response.writeHead(status, { 'retry-after': '1' }).end('secret words'))
  expect(await send()).toEqual({ kind: 'failed', says: `answers ${status}` })
})

// proves: audit-forward-webhook
test.each([301, 302, 303, 307, 308])('a redirect (%i) is a fault, and is not followed', async (status) => {
  const other = await startHttpReceiver()
  receiver.behave((response) => void response.writeHead(status, { location: other.url }).end())
  expect(await send()).toEqual({ kind: 'failed', says: `redirects (${status})` })
  expect(other.posted).toEqual([])
  await other.close()
})

test('a receiver that hangs is given up in time', async () => {
  receiver.behave(() => undefined)
  expect(await send({ milliseconds: 50 })).toEqual({ kind: 'failed', says: 'no answer in time' })
})

// proves: audit-forward-webhook
test('an answer without an end is not read: its status is enough', async () => {
  let answer: ServerResponse | undefined
  let written = 0
  receiver.behave((response) => {
    answer = response
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536
    }
    response.on('drain', more)
    more()
  })
  expect(await send()).toEqual({ kind: 'delivered' })
  if (answer && !answer.closed) await once(answer, 'close')
  expect(written).toBeLessThan(64 * 1024 * 1024)
})

test('a receiver that dies in the middle, or is not there, is a fault without its address', async () => {
  receiver.behave((response) => void response.destroy())
  const dies = await send()
  await receiver.close()
  const gone = await send()
  receiver = await startHttpReceiver()
  expect([dies.kind, gone]).toEqual(['failed', { kind: 'failed', says: 'not reached (ECONNREFUSED)' }])
  expect(JSON.stringify([dies, gone])).not.toMatch(/127\.0\.0\.1|secret-path/)
})

test('what the service stops counts neither as delivered nor as a fault', async () => {
  const stopping = new AbortController()
  receiver.behave(() => stopping.abort())
  expect(await send({ stopped: stopping.signal })).toEqual({ kind: 'stopped' })
})
