import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { hasWrk, readSummary, requestFile, runWrk, suitsWrk } from './wrk.ts'

const get = { method: 'GET', path: '/', headers: {}, status: 200, contains: '' } as const
const plan = { ports: [1], connections: 32, seconds: 5, load: { kind: 'cycle', requests: [get] } } as const

test('each request stands behind its length in bytes, bodies with line breaks too', () => {
  const line = 'GET / HTTP/1.1\r\nhost: localhost:1\r\n'
  const posted = { ...get, body: 'ä\n' }
  expect(requestFile([get, posted], 1).toString()).toBe(
    `37\n${line}\r\n59\n${line}content-length: 3\r\n\r\nä\n`,
  )
})

test('the summary is the last line, whatever wrk says before it', () => {
  const line = '{"answers":9,"microseconds":1000,"p50":1,"p99":2,"faults":0}'
  expect(readSummary(`Running 1s test\n  9 requests\n\n${line}\n`).answers).toBe(9)
})

test('a wrk that prints no summary is no measurement of zero', () => {
  expect(() => readSummary('unable to connect\n')).toThrow('unable to connect')
})

test('what must be sent once only, at a pace or to several servers is not given to wrk', () => {
  expect(suitsWrk(plan)).toBe(true)
  expect(suitsWrk({ ...plan, load: { kind: 'once', requests: [] } })).toBe(false)
  expect(suitsWrk({ ...plan, perSecond: 5 })).toBe(false)
  expect(suitsWrk({ ...plan, ports: [1, 2] })).toBe(false)
})

// wrk's own timeout would be two seconds.
test.runIf(hasWrk())('an answer that takes its time is slow, and not wrong', async () => {
  const server = createServer((_, response) => void setTimeout(() => response.end(), 2_300)).listen(
    0,
    '127.0.0.1',
  )
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise((resolve) => void server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const load = { kind: 'cycle', requests: [get] } as const
  const { answers, faults } = await runWrk(tmpdir(), { ports: [port], connections: 1, seconds: 6, load })
  expect(answers).toBeGreaterThan(0)
  expect(faults).toBe(0)
})
