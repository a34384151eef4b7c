import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { closeInStages } from './last-answer.ts'

const FORM = 'Host: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n'
const WHOLE = 'GET /api/health/ HTTP/1.1\r\nHost: localhost\r\n\r\n'

let service: TestService
let port: number

beforeAll(async () => {
  service = await startTestService()
  port = Number(new URL(service.baseUrl).port)
})
afterAll(() => service.close())

function written(socket: Socket, bytes: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

/** Sends the beginning, and a megabyte of more once the answer and its end are there; fails where the connection does. */
async function sendOn(beginning: string, more: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let said = ''
  socket.setEncoding('latin1').on('data', (text: string) => (said += text))
  socket.on('error', () => undefined)
  const ended = once(socket, 'end')
  await written(socket, beginning)
  await ended
  const piece = more.repeat(Math.ceil(16_384 / more.length))
  for (let sent = 0; sent < 1_000_000; sent += piece.length) await written(socket, piece)
  const closed = once(socket, 'close')
  socket.end()
  await closed
  return said
}

test.each<readonly [string, string, string, number]>([
  ['an address too long', `GET /login/?${'a'.repeat(20_000)}`, 'a', 431],
  [
    'headers too long',
    `GET /login/ HTTP/1.1\r\nHost: localhost\r\n${'A: b\r\n'.repeat(4_000)}`,
    'A: b\r\n',
    431,
  ],
  ['bytes that are no request', 'nonsense\r\n\r\n', 'more of it\r\n', 400],
  ['a body announced too long', `POST /login/ HTTP/1.1\r\n${FORM}Content-Length: 1000000\r\n\r\n`, 'a', 400],
  [
    'a body that is too long when it comes',
    `POST /o/token/ HTTP/1.1\r\n${FORM}Transfer-Encoding: chunked\r\n\r\n5000\r\n${'a'.repeat(0x5000)}\r\n`,
    '400\r\n'.padEnd(1_029, 'a').concat('\r\n'),
    400,
  ],
  [
    'a last request whose body nobody reads',
    `POST /nowhere/ HTTP/1.1\r\n${FORM}Connection: close\r\nContent-Length: 1000000\r\n\r\n`,
    'a',
    404,
  ],
])(
  '%s: a caller who goes on sending gets the whole answer, and no reset',
  async (_name, beginning, more, status) => {
    const said = await sendOn(beginning, more)
    expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(said).toMatch(/\r\nconnection: close\r\n/i)
    const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(said) ?? []
    expect(said.slice(said.indexOf('\r\n\r\n') + 4)).toHaveLength(Number(length))
  },
)

test('what follows the last answer on a connection is no request', async () => {
  const body = 'a'.repeat(20_000)
  const beginning = `POST /login/ HTTP/1.1\r\n${FORM}Content-Length: ${body.length}\r\n\r\n`
  const said = await sendOn(beginning, body + WHOLE.repeat(2))
  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
})

test('a caller who never ends is cut off', async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined)
    closeInStages(socket, 50)
    closeInStages(socket, 60_000)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const socket = connect({ port: address.port, host: '127.0.0.1', allowHalfOpen: true }).resume()
  const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve))
  const drip = setInterval(() => socket.write('a'), 10)
  await closed
  clearInterval(drip)
  server.close()
  await once(server, 'close')
})
