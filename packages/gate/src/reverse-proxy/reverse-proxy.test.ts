import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EchoBackEnd, startEcho } from '../../testing/echo-back-end.ts'
import {
  type Answered,
  type Asked,
  type GateStage,
  openStage,
  verifyIdentity,
} from '../../testing/gate-stage.ts'
import { sendRaw } from '../../testing/send-raw.ts'

const BASE = 'https://permits.example.test'
const HOST = 'permits.example.test'
const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const FOREIGN = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
const OWN = { origin: BASE, 'sec-fetch-site': 'same-origin' }
const SOCKET = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
}

let stage: GateStage
let backEnd: EchoBackEnd
let subject: string

beforeAll(async () => {
  backEnd = await startEcho()
  stage = await openStage({
    GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`,
    GATE_UPSTREAM_SECONDS: '1',
    GATE_CHECK_SECONDS: '1',
    GATE_PUBLIC_PATHS: '/public/* /about',
    GATE_OPTIONAL_PATHS: '/',
    GATE_PLAIN_HEADERS: 'subject',
    GATE_METRICS_LISTEN: '127.0.0.1:0',
  })
  subject = await stage.signIn()
})
afterAll(async () => {
  await stage.close()
  await backEnd.close()
})

const ask = (asked: Asked) => stage.ask({ ...asked, headers: { host: HOST, ...asked.headers } })
const asCitizen = (path: string, asked: Omit<Asked, 'path'> = {}) =>
  ask({ path, ...asked, headers: { ...stage.browser.headers(), ...asked.headers } })
const codeOf = ({ status, body }: Answered) =>
  body.startsWith('{') ? `${status} ${(JSON.parse(body) as { code: string }).code}` : String(status)
/** Resolves when the answer breaks off, or is the refusal because it had not yet begun. */
const cutOff = (path: string) =>
  asCitizen(path).then(
    (answered) => expect(['401 session_ended', '503 identity_unavailable']).toContain(codeOf(answered)),
    (error: Error) => expect(error.message).toBe('aborted'),
  )
/** Sends a request that must not reach the back end. */
async function kept(asked: Asked): Promise<Answered> {
  const before = backEnd.arrived.length
  const answered = await ask(asked)
  expect(backEnd.arrived).toHaveLength(before)
  return answered
}

/** Opens a WebSocket. Resolves with its first words and the connection, or with the refusal. */
function openSocket(path: string, headers: Record<string, string>) {
  return new Promise<{ words: string; closed: Promise<void>; send: (words: string) => Promise<string> }>(
    (resolve, reject) => {
      const all = { host: HOST, ...stage.browser.headers(), ...SOCKET, ...headers }
      const sent = request({
        port: stage.gate.listening.port,
        host: '127.0.0.1',
        path,
        headers: all,
        agent: false,
      })
      sent.on('error', reject)
      sent.on('response', (answer) => {
        let body = ''
        answer.on('data', (chunk) => void (body += String(chunk)))
        const closed = new Promise<void>((done) => answer.once('close', () => done()))
        answer.on('end', () => {
          const code = body.startsWith('{') ? (JSON.parse(body) as { code: string }).code : body
          resolve({ words: `${answer.statusCode} ${code}`, closed, send: async () => '' })
        })
      })
      sent.on('upgrade', (_answer, socket, head) => {
        socket.on('error', () => undefined)
        const next = () => new Promise<string>((said) => socket.once('data', (words) => said(String(words))))
        const closed = new Promise<void>((done) => socket.once('close', () => done()))
        const send = (words: string) => (socket.write(words), next())
        const first = head.length > 0 ? Promise.resolve(String(head)) : next()
        void first.then((words) => resolve({ words, closed, send }))
      })
      sent.end()
    },
  )
}

/** The words that ask for a WebSocket of an own page. */
function upgradeOf(path: string): string {
  const all = { host: HOST, ...stage.browser.headers(), ...SOCKET, ...OWN }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

// proves: program-gate-proxy-passes
describe('what is passed on', () => {
  test('has the method, path, query, body and headers of the citizen, and the identity', async () => {
    const body = 'x'.repeat(300_000)
    const answered = await asCitizen('/permits/%C3%A4?a=1&b=%2F', {
      method: 'PUT',
      headers: { ...OWN, 'x-own': ['one', 'two'], accept: 'text/plain' },
      body,
    })
    expect(answered.status).toBe(200)
    expect(backEnd.arrived.at(-1)).toMatchObject({
      method: 'PUT',
      url: '/permits/%C3%A4?a=1&b=%2F',
      bodyBytes: body.length,
    })
    expect(backEnd.valuesOf('x-own')).toEqual(['one', 'two'])
    expect(backEnd.valuesOf('host')).toEqual([HOST])
    expect(backEnd.valuesOf('x-forwarded-proto')).toEqual(['https'])
    expect(backEnd.valuesOf('x-portico-subject')).toEqual([subject])
    const [token = ''] = backEnd.valuesOf('x-portico-identity')
    expect((await verifyIdentity(stage, token)).sub).toBe(subject)
  })

  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST'])(
    '%s without a body arrives without one',
    async (method) => {
      const head = [
        `${method} /permits HTTP/1.1`,
        `Host: ${HOST}`,
        `Cookie: ${stage.browser.headers()['cookie']}`,
      ]
      const answer = await sendRaw(
        stage,
        [...head, 'Sec-Fetch-Site: same-origin', 'Connection: close', '', ''].join('\r\n'),
      )
      expect(answer).toMatch(/^HTTP\/1.1 200 /)
      expect(backEnd.arrived.at(-1)).toMatchObject({ method, bodyBytes: 0 })
      expect(backEnd.valuesOf('transfer-encoding')).toEqual([])
    },
  )

  test('a body in chunks arrives in chunks', async () => {
    const head = ['POST /permits HTTP/1.1', `Host: ${HOST}`, `Cookie: ${stage.browser.headers()['cookie']}`]
    const rest = ['Sec-Fetch-Site: same-origin', 'Transfer-Encoding: chunked', 'Connection: close', '', '']
    expect(
      await sendRaw(stage, [...head, ...rest].join('\r\n') + '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n'),
    ).toMatch(/^HTTP\/1.1 200 /)
    expect(backEnd.arrived.at(-1)?.bodyBytes).toBe(5)
    expect(backEnd.valuesOf('transfer-encoding')).toEqual(['chunked'])
  })

  test('a large download comes whole, and half a download does not look whole', async () => {
    expect((await asCitizen('/large')).body).toHaveLength(3_000_000)
    await expect(asCitizen('/half')).rejects.toThrow('aborted')
  })

  test('cookies of the back end are set, and none in the name of the gate', async () => {
    const answered = await asCitizen('/cookies')
    expect(answered.headers.getSetCookie()).toEqual(['own=1; Path=/'])
    expect(answered.headers.get('x-hop')).toBeNull()
  })

  test('an answer about which the back end says nothing may not be kept by a cache on the way', async () => {
    expect((await asCitizen('/permits')).headers.get('cache-control')).toBe('no-store')
    expect((await ask({ path: '/public/a' })).headers.get('cache-control')).toBeNull()
  })

  test('the codes of the back end stay as they are', async () => {
    expect(await asCitizen('/own-401')).toMatchObject({ status: 401, body: 'back end' })
    const answered = await asCitizen('/own-503')
    expect([answered.status, answered.headers.get('retry-after')]).toEqual([503, '77'])
  })
})

// proves: program-gate-stripped-headers
describe('what a visitor says in the name of others', () => {
  test.each([
    'X-Portico-Subject',
    'x-portico-identity',
    'X_Portico_Subject',
    'X-Portico_Identity',
    'X_PORTICO_EMAIL',
    'X.Portico.Subject',
    "X'Portico'Account",
    'x-portico-',
    'X-Portico-Anything',
  ])('does not reach the back end as %s', async (name) => {
    for (const extra of [
      {},
      { connection: `close, ${name}` },
      { connection: 'X-Portico-Subject, X-Portico-Identity' },
    ]) {
      await asCitizen('/permits', { headers: { [name]: ['forged', 'forged'], ...extra } })
      expect(backEnd.arrived.at(-1)?.rawHeaders.join()).not.toContain('forged')
      expect(backEnd.valuesOf('x-portico-subject')).toEqual([subject])
      expect(backEnd.valuesOf('x-portico-identity')).toHaveLength(1)
    }
    await ask({ path: '/public/a', headers: { [name]: 'forged' } })
    expect(backEnd.arrived.at(-1)?.rawHeaders.join()).not.toContain('forged')
    expect(backEnd.valuesOf('x-portico-subject')).toEqual([])
  })

  test.each([
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X_Forwarded_Host',
    'X-Forwarded-Port',
    'Forwarded',
    'X-Real-IP',
    'X-Original-URL',
    'X-Rewrite-URL',
    'Proxy',
  ])('does not reach the back end as %s', async (name) => {
    await asCitizen('/permits', { headers: { [name]: 'forged' } })
    const seen = backEnd.arrived.at(-1)?.rawHeaders.join() ?? ''
    // The gate trusts 127.0.0.1, so only this list is continued.
    if (name === 'X-Forwarded-For') expect(backEnd.valuesOf(name)).toEqual(['forged, 127.0.0.1'])
    else expect(seen).not.toContain('forged')
  })

  test('cookies of the gate and bearer tokens of the program side stay here, others are passed on', async () => {
    const own = stage.browser.headers()['cookie'] ?? ''
    await asCitizen('/permits', { headers: { cookie: `a=1; ${own};b=2; __Host-portico-login-abc=x` } })
    expect(backEnd.valuesOf('cookie')).toEqual(['a=1; b=2'])
    await asCitizen('/permits', { headers: { cookie: own } })
    expect(backEnd.valuesOf('cookie')).toEqual([])
    await ask({ path: '/public/a', headers: { authorization: 'Bearer ppa_secret' } })
    expect(backEnd.valuesOf('authorization')).toEqual([])
    await ask({ path: '/public/a', headers: { authorization: 'Basic eDp5' } })
    expect(backEnd.valuesOf('authorization')).toEqual(['Basic eDp5'])
  })

  test('headers of one connection stay on it', async () => {
    await asCitizen('/permits', {
      headers: {
        connection: 'x-secret, keep-alive',
        'x-secret': '1',
        te: 'trailers',
        'keep-alive': '9',
        'proxy-authorization': 'x',
      },
    })
    for (const name of ['x-secret', 'te', 'keep-alive', 'proxy-authorization'])
      expect(backEnd.valuesOf(name)).toEqual([])
    await asCitizen('/permits', {
      method: 'POST',
      headers: { ...OWN, connection: 'content-length, host' },
      body: 'abc',
    })
    expect(backEnd.arrived.at(-1)?.bodyBytes).toBe(3)
    expect(backEnd.valuesOf('host')).toEqual([HOST])
  })
})

// proves: program-gate-codes, program-gate-cross-site
describe('who is not let through', () => {
  test('a page is redirected to sign in, and everything else gets 401', async () => {
    const page = await kept({ path: '/permits?page=2', headers: PAGE })
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      `${BASE}/api/v1/sso/login?return_to=%2Fpermits%3Fpage%3D2`,
    ])
    expect(codeOf(await kept({ path: '/permits' }))).toBe('401 missing_token')
    expect(codeOf(await kept({ path: '/permits', method: 'POST', headers: OWN, body: 'a' }))).toBe(
      '401 missing_token',
    )
  })

  test.each([
    ['POST', FOREIGN],
    ['DELETE', {}],
    ['GET', { ...FOREIGN, 'x-http-method-override': 'POST' }],
  ])('%s from another site is nobody', async (method, headers) => {
    const answered = await kept({
      method,
      path: '/permits',
      headers: { ...stage.browser.headers(), ...headers },
    })
    expect(codeOf(answered)).toBe('401 cross_site_request')
  })

  test.each([
    ['/public/../permits', '401 missing_token'],
    ['/public/..%2fpermits', '401 missing_token'],
    ['/public/%2e%2e/permits', '401 missing_token'],
    ['/public/..;/permits', '401 missing_token'],
    ['/public/..\\permits', '401 missing_token'],
    ['/public//permits', '401 missing_token'],
    ['/public/%252e%252e/permits', '401 missing_token'],
    ['/public/.', '401 missing_token'],
    ['/public', '401 missing_token'],
    ['/PUBLIC/a', '401 missing_token'],
    ['/aboutx', '401 missing_token'],
    ['/about/', '401 missing_token'],
    ['/permits?/public/', '401 missing_token'],
    ['/%70ublic/../about', '401 missing_token'],
    ['//public/a', '401 missing_token'],
  ])('%s is not a public path', async (path, expected) => {
    expect(codeOf(await kept({ path }))).toBe(expected)
  })

  test('a public path is for everybody, and an optional one says who is signed in', async () => {
    for (const path of ['/public/a?x=../', '/about', '/about?next=//evil.example']) {
      expect((await asCitizen(path)).status).toBe(200)
      expect(backEnd.valuesOf('x-portico-subject')).toEqual([])
    }
    expect((await asCitizen('/')).status).toBe(200)
    expect(backEnd.valuesOf('x-portico-subject')).toEqual([subject])
    expect((await ask({ path: '/' })).status).toBe(200)
    expect(backEnd.valuesOf('x-portico-subject')).toEqual([])
  })

  test.each([
    ['another host', { host: 'evil.example' }, '421 other_host'],
    ['another port', { host: `${HOST}:81` }, '421 other_host'],
    ['two hosts', { host: [HOST, 'evil.example'] }, '400 unclear_request'],
  ])('a request for %s is refused', async (_what, headers, expected) => {
    const answered = await stage.ask({ path: '/public/a', headers })
    // Node's parser refuses a second host by itself.
    expect(expected).toContain(codeOf(answered))
  })
})

// proves: program-gate-open-connections
describe('a WebSocket', () => {
  test('of an own page is passed on in both directions, with the identity', async () => {
    const opened = await openSocket('/feed', OWN)
    expect(opened.words).toContain('hello')
    expect(await opened.send('over there')).toBe('over there')
    expect(backEnd.valuesOf('x-portico-subject')).toEqual([subject])
    expect(backEnd.valuesOf('sec-websocket-key')).toEqual([SOCKET['sec-websocket-key']])
  })

  test.each([
    ['another site', FOREIGN, '401 cross_site_request'],
    ['a page without an origin', {}, '401 cross_site_request'],
    ['another site that lies', { ...FOREIGN, 'sec-fetch-site': 'same-origin' }, '401 cross_site_request'],
    ['nobody', { ...OWN, cookie: 'a=1' }, '401 missing_token'],
    ['a request with a body', { ...OWN, 'content-length': '4' }, '400 unclear_request'],
  ])('of %s does not reach the back end', async (_what, headers, expected) => {
    const before = backEnd.arrived.length
    expect((await openSocket('/feed', headers)).words).toBe(expected)
    expect(backEnd.arrived).toHaveLength(before)
  })

  test('that the back end does not open is refused with its words', async () => {
    expect((await openSocket('/no-websocket', OWN)).words).toBe('404 none')
  })

  test('that is answered by an event stream ends with the session, like the stream itself', async () => {
    const answered = sendRaw(stage, upgradeOf('/events'))
    await expect.poll(() => backEnd.arrived.at(-1)?.url).toBe('/events')
    stage.served.identity.endCentralSession(subject)
    expect(await answered).toContain('data: first')
    subject = await stage.signIn()
  })

  test('another protocol that is offered is not taken up', async () => {
    const answered = await ask({
      path: '/public/a',
      headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAA' },
    })
    expect(answered.status).toBe(200)
    expect([...backEnd.valuesOf('upgrade'), ...backEnd.valuesOf('http2-settings')]).toEqual([])
  })

  test('and an event stream end when the session ends, on both sides', async () => {
    const opened = await openSocket('/feed', OWN)
    const stream = cutOff('/events')
    await expect.poll(() => backEnd.arrived.at(-1)?.url).toBe('/events')
    stage.served.identity.endCentralSession(subject)
    await opened.closed
    await stream
    await expect.poll(() => backEnd.open.size).toBe(0)
    subject = await stage.signIn()
  })

  test('and a download that lasts ends, too, and one that ends in time does not', async () => {
    const download = cutOff('/slow')
    await expect.poll(() => backEnd.arrived.at(-1)?.url).toBe('/slow')
    stage.served.identity.endCentralSession(subject)
    await download
    subject = await stage.signIn()
    expect((await asCitizen('/large')).body).toHaveLength(3_000_000)
  })

  test('and an event stream end during an outage, because nobody knows whether the session lives', async () => {
    const opened = await openSocket('/feed', OWN)
    const stream = cutOff('/events')
    await expect.poll(() => backEnd.arrived.at(-1)?.url).toBe('/events')
    stage.served.identity.outage('500')
    await opened.closed
    await stream
    stage.served.identity.outage('off')
    await expect.poll(async () => (await asCitizen('/permits')).status).toBe(200)
  })
})

// proves: program-gate-codes
describe('a back end that is away', () => {
  test('is 504 if it says nothing, in JSON or as a page, and the citizen stays signed in', async () => {
    const answered = await asCitizen('/silent')
    expect(codeOf(answered)).toBe('504 back_end_slow')
    expect(stage.logged.at(-1)).toBe(
      'back_end_slow {"reason":"no answer in time","method":"GET","path":"/silent","page":"docs/errors/back_end_slow"}',
    )
    const page = await asCitizen('/silent', { headers: PAGE })
    expect([page.status, page.headers.get('content-type')]).toEqual([504, 'text/html; charset=utf-8'])
    expect((await asCitizen('/permits')).status).toBe(200)
  })

  test('is 502 while it is down, also for a WebSocket, and works when it is there again', async () => {
    const { port } = backEnd
    expect((await asCitizen('/permits')).status).toBe(200)
    await backEnd.close()
    expect(codeOf(await asCitizen('/permits'))).toBe('502 back_end_away')
    expect(codeOf(await asCitizen('/permits', { method: 'POST', headers: OWN, body: 'abc' }))).toBe(
      '502 back_end_away',
    )
    const body = 'x'.repeat(10_000_000)
    expect(codeOf(await asCitizen('/upload?secret=1', { method: 'POST', headers: OWN, body }))).toBe(
      '502 back_end_away',
    )
    expect((await openSocket('/feed', OWN)).words).toBe('502 back_end_away')
    const lines = stage.logged.filter((line) => line.startsWith('back_end_away'))
    expect(lines).toHaveLength(4)
    expect(lines[2]).toMatch(/"reason":"[^"]*ECONNREFUSED.*"method":"POST","path":"\/upload"/)
    expect(codeOf(await ask({ path: '/permits' }))).toBe('401 missing_token')
    backEnd = await startEcho(port)
    // The connections that were kept open are dead now.
    expect((await asCitizen('/permits')).status).toBe(200)
  })
})
