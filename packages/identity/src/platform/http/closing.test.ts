import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closingOf, isEnding } from './closing.ts'

/** No connection may hold a closing server for longer, in these tests. */
const MOST_MILLISECONDS = 3_000
/** Connections that may be ended are ended within this time. */
const SWEEP_MILLISECONDS = 50
/** How long the first request of a connection is waited for. */
const FIRST_REQUEST_MILLISECONDS = 500

let server: Server
/** What the service does when it is told to stop. */
let close: () => Promise<void>
let answer: () => Promise<unknown>
let asked: Promise<void>
const clients: Socket[] = []

beforeEach(async () => {
  asked = new Promise((resolve) => {
    server = createServer((_request, response) => {
      answer = () => Promise.all([once(response, 'finish'), response.end('done')])
      resolve()
    })
  })
  // As the service has it: idle connections stay open for longer than anybody waits here.
  server.keepAliveTimeout = 65_000
  close = closingOf(server, MOST_MILLISECONDS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
  for (const client of clients.splice(0)) client.destroy()
})

/** A connection: the client's end, and the server's. */
interface Connection {
  readonly socket: Socket
  readonly accepted: Socket
  said(): string
}

async function client(bytes: string): Promise<Connection> {
  const arrived = once(server, 'connection')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(socket)
  let said = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    said += text
  })
  const [accepted] = (await arrived) as [Socket]
  socket.write(bytes)
  return { socket, accepted, said: () => said }
}

const WHOLE = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'

test('a request under way is answered whole, and its kept-alive connection does not hold the server afterwards', async () => {
  const { socket, accepted, said } = await client(WHOLE)
  await asked
  const ended = once(socket, 'close')
  const closed = close()
  vi.advanceTimersByTime(SWEEP_MILLISECONDS)
  expect(accepted.destroyed).toBe(false)
  await answer()
  vi.advanceTimersByTime(SWEEP_MILLISECONDS)
  expect(accepted.destroyed).toBe(true)
  await Promise.all([closed, ended])
  expect(said()).toMatch(/^HTTP\/1\.1 200 [^]*done/)
})

test('a connection on which nothing was ever asked does not hold the server', async () => {
  const { socket, accepted, said } = await client('')
  const ended = once(socket, 'close')
  const closed = close()
  vi.advanceTimersByTime(FIRST_REQUEST_MILLISECONDS - 1)
  expect(accepted.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(accepted.destroyed).toBe(true)
  await Promise.all([closed, ended])
  expect(said()).toBe('')
})

test('a connection that was opened just before has its first request answered', async () => {
  const { socket, accepted, said } = await client('')
  const ended = once(socket, 'close')
  const closed = close()
  vi.advanceTimersByTime(SWEEP_MILLISECONDS)
  socket.write(WHOLE)
  await asked
  vi.advanceTimersByTime(FIRST_REQUEST_MILLISECONDS)
  await answer()
  vi.advanceTimersByTime(SWEEP_MILLISECONDS)
  expect(accepted.destroyed).toBe(true)
  await Promise.all([closed, ended])
  expect(said()).toMatch(/^HTTP\/1\.1 200 [^]*done/)
})

test('half a request holds the server for as long as a slow request may take, and no longer', async () => {
  const { accepted } = await client('GET / HTTP/1.1\r\nHo')
  await once(accepted, 'data')
  const closed = close()
  vi.advanceTimersByTime(MOST_MILLISECONDS - 1)
  expect(accepted.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(accepted.destroyed).toBe(true)
  await closed
})

test('whoever answers is told that closing has begun, and not before', async () => {
  expect(isEnding(server)).toBe(false)
  await close()
  expect(isEnding(server)).toBe(true)
})

test('a server that was never opened, or is closed already, is left alone', async () => {
  await close()
  await close()
  await closingOf(createServer())()
})
