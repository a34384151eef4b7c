import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closingOf } from './closing.ts'

const SWEEP_MS = 50
const FIRST_REQUEST_MS = 500
const MOST_MS = 10_000

let server: Server
let leave: () => void
let close: () => Promise<void>
const clients: Socket[] = []

beforeEach(async () => {
  server = createServer({ keepAliveTimeout: 65_000 })
  ;({ leave, close } = closingOf(server))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const client of clients.splice(0)) client.destroy()
  server.closeAllConnections()
})

/** A connection on which these bytes are sent: the client's end, and the server's. */
async function connection(bytes: string) {
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(socket)
  const ended = once(socket, 'close')
  let said = ''
  socket.setEncoding('latin1').on('data', (text: string) => (said += text))
  socket.write(bytes)
  return { socket, accepted: (await accepted)[0], ended, said: () => said }
}

const asked = () => once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>

// proves: program-gate-stops
test('an answer that is under way is sent whole, and says that it is the last on its connection', async () => {
  const request = asked()
  const { ended, said } = await connection('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, response] = await request
  const closed = close()
  vi.advanceTimersByTime(SWEEP_MS)
  response.writeHead(200, ['content-length', '4']).end('done')
  await Promise.all([closed, ended])
  expect(said()).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n[^]*done$/)
})

test('a server that leaves says it, too, and takes new connections still; without that, a kept one stays', async () => {
  const ask = async (socket: Socket) => {
    const request = asked()
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const [, response] = await request
    response.writeHead(200, ['content-length', '4']).end('done')
  }
  const kept = await connection('')
  await ask(kept.socket)
  await vi.waitUntil(() => kept.said().endsWith('done'))
  expect(kept.said()).toMatch(/\r\nConnection: keep-alive\r\n/)
  leave()
  const late = await connection('')
  for (const { socket, said, ended } of [kept, late]) {
    await ask(socket)
    await ended
    expect(said()).toMatch(/\r\nConnection: close\r\n[^]*done$/)
  }
})

test('the answer to an upload that comes while the server leaves says it when it has come whole', async () => {
  leave()
  const request = asked()
  const { socket, ended, said } = await connection(
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab',
  )
  const [incoming, response] = await request
  expect(response.shouldKeepAlive).toBe(true)
  const whole = once(incoming.resume(), 'end')
  socket.write('cd')
  await whole
  response.end('done')
  await ended
  expect(said()).toMatch(/\r\nConnection: close\r\n/)
})

test('so does the answer to an upload, from when it has come whole', async () => {
  const request = asked()
  const { socket, ended, said } = await connection(
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab',
  )
  const [incoming, response] = await request
  const closed = close()
  expect(response.shouldKeepAlive).toBe(true)
  const whole = once(incoming.resume(), 'end')
  socket.write('cd')
  await whole
  vi.advanceTimersByTime(SWEEP_MS)
  response.end('done')
  await Promise.all([closed, ended])
  expect(said()).toMatch(/\r\nConnection: close\r\n/)
})

test('a connection on which nothing was asked does not hold the server, and half a request does for ten seconds', async () => {
  const [unused, half] = [await connection(''), await connection('GET / HTTP/1.1\r\nHo')]
  await once(half.accepted, 'data')
  const closed = close()
  vi.advanceTimersByTime(FIRST_REQUEST_MS - 1)
  expect([unused.accepted.destroyed, half.accepted.destroyed]).toEqual([false, false])
  vi.advanceTimersByTime(1)
  expect([unused.accepted.destroyed, half.accepted.destroyed]).toEqual([true, false])
  vi.advanceTimersByTime(MOST_MS - FIRST_REQUEST_MS - 1)
  expect(half.accepted.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(half.accepted.destroyed).toBe(true)
  await closed
})

test('a connection that was opened just before has its first request answered', async () => {
  const { socket, ended, said } = await connection('')
  const closed = close()
  vi.advanceTimersByTime(SWEEP_MS)
  const request = asked()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, response] = await request
  vi.advanceTimersByTime(FIRST_REQUEST_MS)
  response.writeHead(200, ['content-length', '4']).end('done')
  await Promise.all([closed, ended])
  expect(said()).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n[^]*done$/)
})
