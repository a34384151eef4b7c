import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSchedule, runLoad } from './run-load.ts'

test('requests are due at even distances from the start', () => {
  const due = createSchedule(100, 4)
  expect([due(), due(), due()]).toEqual([100, 350, 600])
})

test('an hour of odd distances does not drift', () => {
  const due = createSchedule(0, 3)
  for (let taken = 0; taken < 3 * 3600; taken += 1) due()
  expect(due()).toBe(3_600_000)
})

test('a schedule of nothing a second is refused', () => {
  expect(() => createSchedule(0, 0)).toThrow('0 times a second')
  expect(() => createSchedule(0, Number.NaN)).toThrow()
})

const request = { method: 'GET', path: '/', headers: {}, status: 200, contains: 'right' } as const
const load = { kind: 'once', requests: [request, request, request] } as const

test('a connection that breaks is a fault, and the next request is sent on another one', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    if (asked === 2) response.destroy()
    else response.end('right')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise((resolve) => void server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const result = await runLoad({ port, connections: 1, seconds: 0, load })
  expect(result).toMatchObject({ answers: 3, faults: 1 })
  expect(result.firstFault).toContain('The connection ended with none of the response')
})

test('connections that are refused are faults, and end nothing', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => void server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  const result = await runLoad({ port, connections: 2, seconds: 0, load })
  expect(result).toMatchObject({ answers: 3, faults: 3 })
  expect(result.firstFault).toContain('ECONNREFUSED')
})

test('a response that is not as it must be is counted and told, and does not end the run', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end(asked === 2 ? 'wrong' : 'right')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise((resolve) => void server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const result = await runLoad({ port, connections: 1, seconds: 0, load })
  expect(result).toMatchObject({ answers: 3, faults: 1, kinds: {} })
  expect(result.firstFault).toContain('wrong')
})
