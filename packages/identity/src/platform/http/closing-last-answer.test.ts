import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { systemRandom } from '../system-random.ts'
import { trustedProxies } from './client-address.ts'
import { closeInStages } from './closing.ts'
import { cookieJar } from './cookies.ts'
import { API } from './operation.fixture.ts'
import { json, type Reply } from './reply.ts'
import { type HttpRequest, route } from './route.ts'
import { createServer as createHttpServer, type HttpServer } from './server.ts'

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

/** Node counts names and values, and not what stands between them. */
const LONG_HEADER = `A: ${'b'.repeat(45)}\r\n`

test.each<readonly [string, string, string, number]>([
  ['an address too long', `GET /login/?${'a'.repeat(36_000)}`, 'a', 431],
  [
    'headers too long',
    `GET /login/ HTTP/1.1\r\nHost: localhost\r\n${LONG_HEADER.repeat(800)}`,
    LONG_HEADER,
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
  [
    'a request of HTTP/1.0 whose body nobody reads',
    `POST /nowhere/ HTTP/1.0\r\n${FORM}Content-Length: 1000000\r\n\r\n`,
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

// proves: threat-slow-and-huge
test('what follows the last answer on a connection is no request', async () => {
  const body = 'a'.repeat(20_000)
  const beginning = `POST /login/ HTTP/1.1\r\n${FORM}Content-Length: ${body.length}\r\n\r\n`
  const said = await sendOn(beginning, body + WHOLE.repeat(2))
  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
})

test('an answer to HEAD, too, reaches a caller who goes on sending a body', async () => {
  const said = await sendOn(
    `HEAD /login/ HTTP/1.1\r\n${FORM}Connection: close\r\nContent-Length: 1000000\r\n\r\n`,
    'a',
  )
  expect(said).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n[^]*\r\n\r\n$/i)
})

describe('requests that wait for each other on one connection', () => {
  let server: HttpServer
  let handled: string[]
  let answerFirst: (reply: Reply) => void
  let ownPort: number

  beforeEach(async () => {
    handled = []
    const handle = ({ method }: HttpRequest) => {
      handled.push(method)
      return json(200, {})
    }
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
    server = createHttpServer({
      routes: [
        route('GET', '/slow/', API, () => new Promise((resolve) => (answerFirst = resolve))),
        route('GET', '/', API, handle),
        route('POST', '/', API, handle),
      ],
      log: silent,
      random: systemRandom,
      cookies: cookieJar('http://localhost'),
      trustedProxies: trustedProxies([]),
      https: false,
      problemReplies: { page: () => json(500, {}), oauth: () => json(500, {}) },
      onAnswer: () => undefined,
    })
    ownPort = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterEach(() => server.close())

  test.each([
    ['POST', 'Content-Length: 1000000', 400],
    ['HEAD', 'Connection: close\r\nContent-Length: 10', 200],
  ])('the last one, a %s, is answered behind those before it', async (method, header, status) => {
    const socket = connect({ port: ownPort, host: '127.0.0.1', allowHalfOpen: true })
    let said = ''
    socket.setEncoding('latin1').on('data', (text: string) => (said += text))
    const ended = once(socket, 'end')
    let requests = 0
    const isRead = new Promise<void>((resolve) => {
      server.server.on('request', () => (requests += 1) === 2 && resolve())
    })
    await written(
      socket,
      `GET /slow/ HTTP/1.1\r\nHost: localhost\r\n\r\n${method} / HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`,
    )
    await isRead
    answerFirst(json(200, { first: true }))
    await ended
    socket.end()
    expect(said.match(/HTTP\/1\.1 \d+|\{"first":true\}/g)).toEqual([
      'HTTP/1.1 200',
      '{"first":true}',
      `HTTP/1.1 ${status}`,
    ])
  })

  // proves: threat-slow-and-huge
  test.each([
    ['head', 'POST / HTTP/1.1\r\nHost: localhost\r\n', 'Content-Length: 2\r\n\r\nab'],
    ['body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na', 'b'],
  ])(
    'one whose %s came too late is refused, and is not handled when the rest comes',
    async (_part, beginning, rest) => {
      const arrived = once(server.server, 'connection') as Promise<[Socket]>
      const socket = connect({ port: ownPort, host: '127.0.0.1', allowHalfOpen: true })
      let said = ''
      socket.setEncoding('latin1').on('data', (text: string) => (said += text))
      const ended = once(socket, 'end')
      const [ours] = await arrived
      const closed = once(ours, 'close')
      await written(socket, beginning)
      server.server.headersTimeout = 1
      server.server.requestTimeout = 1
      await ended
      socket.end(`${rest}GET / HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      await closed
      expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 408'])
      expect(handled).toEqual([])
    },
  )
})

// proves: threat-slow-and-huge
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
