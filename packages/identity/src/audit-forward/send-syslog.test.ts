import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createAuthority, selfSigned } from '../mail/certificate.fixture.ts'
import { unixSeconds } from '../platform/clock.ts'
import type { Entry } from './next-batch.ts'
import { type SyslogReceiver, startSyslogReceiver } from './receivers.fixture.ts'
import { syslogSender } from './send-syslog.ts'

const authority = createAuthority()
const content = { address: '127.0.0.1', validUntil: new Date('2049-01-01T00:00:00Z') }
const running: SyslogReceiver[] = []
const trusted = getCACertificates('default')

beforeAll(() => setDefaultCACertificates([...trusted, authority.cert]))
afterAll(() => setDefaultCACertificates(trusted))
afterEach(async () => {
  for (const one of running.splice(0)) await one.close()
})

async function start(certificate?: Parameters<typeof startSyslogReceiver>[0]): Promise<SyslogReceiver> {
  const receiver = await startSyslogReceiver(certificate)
  running.push(receiver)
  return receiver
}

const entries: readonly Entry[] = Array.from({ length: 200 }, (_, index) => ({
  kind: 'day-sealed',
  day: '2026-11-28',
  number: index,
  hash: Buffer.from('é'),
}))
const delivery = { id: 'x', entries, now: unixSeconds(1_800_000_000) }
const never = new AbortController().signal

const send = (
  { port }: Pick<SyslogReceiver, 'port'>,
  { isTls = false, milliseconds = 30_000, stopped = never } = {},
) =>
  syslogSender({ host: '127.0.0.1', port, isTls }, { host: 'id.example.org', milliseconds })(
    delivery,
    stopped,
  )

// proves: audit-forward-syslog
test.each([
  ['TCP (RFC 6587)', false],
  ['TLS (RFC 5425)', true],
])('over %s every message arrives, in order', async (_way, isTls) => {
  const receiver = await start(isTls ? authority.issue(content) : undefined)
  expect(await send(receiver, { isTls })).toEqual({ kind: 'delivered' })
  expect(receiver.messages.map((message) => / seal="(\d+)"/.exec(message)?.[1])).toEqual(
    entries.map((_, index) => String(index)),
  )
})

// proves: audit-forward-syslog
test('a server without a certificate that is trusted gets nothing', async () => {
  const receiver = await start(selfSigned(content))
  expect(await send(receiver, { isTls: true })).toEqual({
    kind: 'failed',
    says: 'not reached (DEPTH_ZERO_SELF_SIGNED_CERT)',
  })
  expect(receiver.messages).toEqual([])
})

test('a server that speaks no TLS gets nothing', async () => {
  const receiver = await start()
  receiver.behave((socket) => void socket.end('220 hello\r\n'))
  expect(await send(receiver, { isTls: true })).toMatchObject({ kind: 'failed' })
})

// proves: audit-forward-at-least-once
test('a server that dies in the middle has received nothing', async () => {
  const receiver = await start()
  receiver.behave((socket) => void socket.once('data', () => socket.resetAndDestroy()))
  expect(await send(receiver)).toMatchObject({ kind: 'failed' })
})

test('a server that never reads, and never closes, is given up in time', async () => {
  const receiver = await start()
  receiver.behave((socket) => void socket.pause())
  expect(await send(receiver, { milliseconds: 50 })).toEqual({ kind: 'failed', says: 'no answer in time' })
})

test('a server that is not there is said by the code of the system', async () => {
  const receiver = await startSyslogReceiver()
  await receiver.close()
  expect(await send(receiver)).toEqual({ kind: 'failed', says: 'not reached (ECONNREFUSED)' })
})

test('what the service stops counts neither as delivered nor as a fault', async () => {
  const receiver = await start()
  const stopping = new AbortController()
  receiver.behave((socket) => {
    socket.pause()
    stopping.abort()
  })
  expect(await send(receiver, { stopped: stopping.signal })).toEqual({ kind: 'stopped' })
  expect(await send(receiver, { stopped: stopping.signal })).toEqual({ kind: 'stopped' })
})
