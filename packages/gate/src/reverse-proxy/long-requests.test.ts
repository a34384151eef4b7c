import { once } from 'node:events'
import { type ClientRequest, createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type GateStage, openStage } from '../../testing/gate-stage.ts'
import { sendRaw } from '../../testing/send-raw.ts'

const HOST = 'permits.example.test'
const OWN = { origin: `https://${HOST}`, 'sec-fetch-site': 'same-origin' }

let stage: GateStage
let backEnd: Server
let subject: string
/** What has arrived at the back end: the request, and whether it broke off. */
let arrived: { readonly url: string; readonly over: Promise<'whole' | 'broken'> }[]

beforeAll(async () => {
  // It answers nothing by itself, and an upload when it is there.
  backEnd = createServer((req, res) => {
    const over = new Promise<'whole' | 'broken'>((resolve) => {
      req.once('end', () => resolve('whole')).once('close', () => resolve('broken'))
      if (req.url === '/poll') res.once('close', () => resolve('broken'))
    })
    if (req.url !== '/poll') req.resume()
    if (req.url === '/early') res.end('early')
    arrived.push({ url: req.url ?? '', over: over.catch(() => 'broken') })
  })
  await once(backEnd.listen(0, '127.0.0.1'), 'listening')
  stage = await openStage({
    GATE_UPSTREAM: `http://127.0.0.1:${(backEnd.address() as AddressInfo).port}`,
    GATE_CHECK_SECONDS: '1',
  })
})
beforeEach(async () => {
  arrived = []
  subject = await stage.signIn()
})
afterAll(async () => {
  await stage.close()
  backEnd.closeAllConnections()
  await once(backEnd.close(), 'close')
})

/** Begins a request of the citizen. Resolves with the answer, or with how it broke. */
function begin(method: string, path: string): { sent: ClientRequest; answered: Promise<string> } {
  const headers = { host: HOST, ...stage.browser.headers(), ...OWN }
  const sent = request({
    port: stage.gate.listening.port,
    host: '127.0.0.1',
    method,
    path,
    headers,
    agent: false,
  })
  const answered = once(sent, 'response').then(
    async ([answer]) => {
      const text = (await answer.toArray().catch(() => ['broken'])).join('')
      return `${answer.statusCode} ${text.startsWith('{') ? (JSON.parse(text) as { code: string }).code : text}`
    },
    () => 'broken',
  )
  return { sent, answered }
}
const arrival = () => expect.poll(() => arrived).toHaveLength(1)

// proves: program-gate-open-connections
test.each([
  ['the session has ended', () => stage.served.identity.endCentralSession(subject), '401 session_ended'],
  ['nobody can check it', () => stage.served.identity.outage('500'), '503 identity_unavailable'],
] as const)('a long poll is not answered by the back end when %s', async (_when, end, refusal) => {
  const { sent, answered } = begin('GET', '/poll')
  sent.end()
  await arrival()
  end()
  expect(await answered).toBe(refusal)
  expect(await arrived[0]?.over).toBe('broken')
  stage.served.identity.outage('off')
})

// proves: program-gate-open-connections
test('an upload whose session ends does not arrive whole, and is told why', async () => {
  const { sent, answered } = begin('POST', '/upload')
  sent.on('error', () => undefined)
  sent.write('a'.repeat(1000))
  await arrival()
  stage.served.identity.endCentralSession(subject)
  expect(await answered).toBe('401 session_ended')
  sent.end('the rest')
  expect(await arrived[0]?.over).toBe('broken')
})

// proves: program-gate-expect
test('a visitor who waits before the body is not told to send it before the guard', async () => {
  const head = (cookie: string) =>
    [
      'POST /early HTTP/1.1',
      `Host: ${HOST}`,
      cookie,
      'Sec-Fetch-Site: same-origin',
      'Expect: 100-continue',
    ].join('\r\n')
  const refused = await sendRaw(stage, `${head('X-Nobody: 1')}\r\nContent-Length: 10000000\r\n\r\n`)
  expect(refused).toMatch(/^HTTP\/1\.1 401 .*connection: close/is)
  expect(arrived).toHaveLength(0)
  const cookie = `Cookie: ${stage.browser.headers()['cookie']}`
  const taken = await sendRaw(stage, `${head(cookie)}\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc`)
  expect(taken).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  const signIn = await sendRaw(
    stage,
    `POST /api/v1/sso/begin/ HTTP/1.1\r\nHost: ${HOST}\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
  )
  expect(signIn).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
})

// proves: program-gate-refused-bodies
test.each([
  ['a visitor', '/early', () => ({}), 401],
  ['another host', '/early', () => ({ host: 'evil.example' }), 421],
])('ten megabytes of %s are answered, and not reset', async (_who, path, headers, status) => {
  const body = 'x'.repeat(10_000_000)
  for (let times = 0; times < 3; times += 1) {
    const answered = await stage.ask({
      method: 'POST',
      path,
      body,
      headers: { host: HOST, ...OWN, ...headers() },
    })
    expect(answered.status).toBe(status)
  }
  expect(arrived).toHaveLength(0)
})

// proves: program-gate-refused-bodies
test('a refused body that does not end is answered, and is not read for long', async () => {
  const mostSent = 64 * 1_048_576
  const part = Buffer.alloc(1_048_576, 'x')
  const socket = connect(stage.gate.listening.port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`POST /early HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 1000000000\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
  socket.resume()
  let sent = 0
  while (!socket.destroyed && sent < mostSent) {
    sent += part.length
    if (!socket.write(part)) await Promise.race([closed, new Promise((go) => socket.once('drain', go))])
  }
  expect(sent).toBeLessThan(mostSent)
  await closed
  expect(arrived).toHaveLength(0)
})
