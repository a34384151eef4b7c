import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EchoBackEnd, startEcho } from '../../testing/echo-back-end.ts'
import { type Asked, type GateStage, openStage } from '../../testing/gate-stage.ts'
import { sendRaw } from '../../testing/send-raw.ts'

const HOST = 'permits.example.test'
const FOREIGN = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
const OWN = { 'sec-fetch-site': 'same-origin' }

let stage: GateStage
let backEnd: EchoBackEnd

beforeAll(async () => {
  backEnd = await startEcho()
  stage = await openStage({
    GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`,
    GATE_PUBLIC_PATHS: '/public/*',
  })
  await stage.signIn()
})
afterAll(async () => {
  await stage.close()
  await backEnd.close()
})

const ask = (asked: Asked) => stage.ask({ ...asked, headers: { host: HOST, ...asked.headers } })
const cookie = () => stage.browser.headers()['cookie'] ?? ''
const words = (...lines: string[]) => [...lines, 'Connection: close', '', ''].join('\r\n')

// proves: program-gate-stripped-headers
describe('a name that a back end could read as another one', () => {
  // gunicorn takes the path of a request from SCRIPT_NAME when its neighbour on the machine sends it.
  test.each([
    'SCRIPT_NAME',
    'script_name',
    'PATH_INFO',
    'REMOTE_USER',
    'X_HTTP_Method_Override',
    'Content_Length',
    'Sec_Fetch_Site',
    'X.Own',
    "X'Own",
    'X~Own',
  ])('%s does not reach the back end, on a public path and on another one', async (name) => {
    await ask({ path: '/public/permits', headers: { [name]: '/public' } })
    expect(backEnd.arrived.at(-1)?.rawHeaders).not.toContain(name)
    expect(
      (await ask({ path: '/permits', headers: { ...OWN, cookie: cookie(), [name]: '/public' } })).status,
    ).toBe(200)
    expect(backEnd.arrived.at(-1)?.rawHeaders).not.toContain(name)
  })

  test.each([
    'Client-IP',
    'X-Cluster-Client-IP',
    'X-Script-Name',
    'X-Scheme',
    'X-Host',
    'X-HTTP-Host-Override',
  ])('%s, which back ends believe, does not reach it', async (name) => {
    await ask({ path: '/public/a', headers: { [name]: 'forged' } })
    expect(backEnd.arrived.at(-1)?.rawHeaders).not.toContain('forged')
  })

  test.each(['X-HTTP-Method-Override', 'x_http_method_override', 'X_HTTP_Method', 'X-Method_Override'])(
    '%s that changes the method gets nothing through from another site',
    async (name) => {
      const headers = { ...FOREIGN, cookie: cookie(), [name]: 'POST' }
      const before = backEnd.arrived.length
      expect((await ask({ path: '/permits', headers })).status).toBe(401)
      expect(backEnd.arrived).toHaveLength(before)
    },
  )

  test('a trailer in the name of the gate stays here', async () => {
    const head = [
      'POST /permits HTTP/1.1',
      `Host: ${HOST}`,
      `Cookie: ${cookie()}`,
      'Sec-Fetch-Site: same-origin',
    ]
    const body = '3\r\nabc\r\n0\r\nX-Portico-Subject: forged\r\n\r\n'
    const answer = await sendRaw(
      stage,
      words(...head, 'Trailer: X-Portico-Subject', 'Transfer-Encoding: chunked') + body,
    )
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(backEnd.arrived.at(-1)?.rawHeaders.join()).not.toMatch(/forged|trailer/i)
  })

  test.each(['X-Portico-Subject : forged', ' X-Portico-Subject: forged', 'X-Portico-Subject\t: forged'])(
    'a line "%s" is refused',
    async (line) => {
      const before = backEnd.arrived.length
      expect(await sendRaw(stage, words('GET /public/a HTTP/1.1', line, `Host: ${HOST}`))).toMatch(
        /^HTTP\/1.1 400 /,
      )
      expect(backEnd.arrived).toHaveLength(before)
    },
  )

  test('HTTP/1.0 has the same rules', async () => {
    const head = ['GET /permits HTTP/1.0', `Host: ${HOST}`]
    expect(await sendRaw(stage, words(...head))).toMatch(/^HTTP\/1.1 401 /)
    expect(await sendRaw(stage, words(...head, `Cookie: ${cookie()}`, 'X-Portico-Name: forged'))).toMatch(
      /^HTTP\/1.1 200 /,
    )
    expect(backEnd.arrived.at(-1)?.rawHeaders).not.toContain('forged')
    expect(await sendRaw(stage, words('GET /permits HTTP/1.0', `Cookie: ${cookie()}`))).toMatch(
      /^HTTP\/1.1 400 /,
    )
  })
})

// proves: program-gate-codes
test.each([
  '/public/%c0%ae%c0%ae/permits',
  '/public/..%c0%afpermits',
  '/public/%e0%80%ae%e0%80%ae/permits',
  '/public/%u002e%u002e/permits',
])('%s, which lenient decoders read as another path, is not a public path', async (path) => {
  const before = backEnd.arrived.length
  expect((await ask({ path })).status).toBe(401)
  expect(backEnd.arrived).toHaveLength(before)
})

// proves: program-gate-proxy-passes
test('a cookie without a name, which a browser sends back as one of the gate, is not set', async () => {
  const answered = await ask({ path: '/nameless-cookie', headers: { cookie: cookie() } })
  expect(answered.headers.getSetCookie()).toEqual(['own=1; Path=/'])
  await ask({ path: '/public/a', headers: { cookie: 'a=1; =__Host-portico=x' } })
  expect(backEnd.valuesOf('cookie')).toEqual(['a=1'])
})

test('what a stranger uploads is not read to its end', async () => {
  const socket = connect(stage.gate.listening.port, '127.0.0.1')
  const head = ['POST /permits HTTP/1.1', `Host: ${HOST}`, 'Content-Length: 1000000000', '', '']
  socket.on('error', () => undefined)
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  let taken = 0
  const block = Buffer.alloc(65_536)
  const more = () => {
    if (socket.destroyed || taken > 64_000_000) return void socket.destroy()
    taken += block.length
    if (socket.write(block)) setImmediate(more)
    else socket.once('drain', more)
  }
  socket.write(head.join('\r\n'))
  more()
  await closed
  expect(taken).toBeLessThan(32_000_000)
})
