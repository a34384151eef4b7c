import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP, appOf, codeOf, SOCKET, type TicketApp } from '../../testing/app-of.ts'
import { type EchoBackEnd, startEcho } from '../../testing/echo-back-end.ts'
import { type Answered, type Asked, type GateStage, openStage } from '../../testing/gate-stage.ts'

const HOST = 'permits.example.test'
const BASE = `https://${HOST}`
const SETTINGS = {
  SSO_RETURN_URIS: `${APP}/signed-in`,
  GATE_TICKET_PATHS: '/events /large /slow /socket /files/*',
  GATE_PLAIN_HEADERS: 'subject',
  GATE_CHECK_SECONDS: '1',
}

// proves: program-gate-tickets
describe('a gate that is the proxy', () => {
  let stage: GateStage
  let backEnd: EchoBackEnd
  let app: TicketApp
  beforeAll(async () => {
    backEnd = await startEcho()
    stage = await openStage({ GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`, ...SETTINGS })
    app = await appOf(stage)
    await stage.signIn()
  })
  afterAll(async () => {
    await stage.close()
    await backEnd.close()
  })
  const ask = (path: string, { headers = {}, ...rest }: Partial<Asked> = {}) =>
    stage.ask({ path, ...rest, headers: { host: HOST, ...headers } })

  /** Opens an address, and reads what comes until it ends. */
  const open = (path: string, headers: Record<string, string> = {}) => {
    const opened = Promise.withResolvers<string>()
    const ended = Promise.withResolvers<void>()
    const options = { port: stage.gate.listening.port, host: '127.0.0.1', agent: false }
    const sent = request({ ...options, path, headers: { host: HOST, ...headers } })
    sent.on('error', opened.reject)
    sent.on('response', (answer) => {
      answer.once('data', (words) => opened.resolve(`${answer.statusCode} ${String(words).trim()}`))
      answer.on('error', () => undefined).once('close', () => ended.resolve())
    })
    sent.on('upgrade', (_answer, socket, head) => {
      socket.on('error', () => undefined).once('close', () => ended.resolve())
      const first = (words: Buffer) => opened.resolve(`101 ${String(words).trim()}`)
      if (head.length > 0) first(head)
      else socket.once('data', first)
    })
    sent.end()
    return { opened: opened.promise, ended: ended.promise }
  }

  test('a download by a ticket has the identity, and the back end does not get the ticket', async () => {
    const url = await app.withTicket('/files/permit%20a.pdf?page=2&x=%2F')
    const file = await ask(url)
    expect(file.status).toBe(200)
    expect(backEnd.arrived.at(-1)?.url).toBe('/files/permit%20a.pdf?page=2&x=%2F')
    expect(backEnd.valuesOf('x-portico-subject')).toEqual([app.subject])
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(file.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await ask(await app.withTicket('/large'))).body).toHaveLength(3_000_000)
    const log = stage.logged.join()
    expect(log).toContain('provisioned')
    expect(log).not.toContain('ppt_')
  })

  test('of thirty that open one address at once, one gets through', async () => {
    const url = await app.withTicket('/files/race')
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(url)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter((one) => codeOf(one) === '401 ticket_invalid')).toHaveLength(29)
    expect(backEnd.arrived.filter(({ url: seen }) => seen === '/files/race')).toHaveLength(1)
  })

  test.each([
    ['an event stream', '/events', {}, '200 data: first'],
    ['a download that lasts', '/slow', {}, '200 more'],
    ['a WebSocket of another origin', '/socket', SOCKET, '101 hello'],
  ])('%s opens with a ticket, and ends with the session', async (_what, path, headers, first) => {
    const another = await appOf(stage)
    const { opened, ended } = open(await another.withTicket(path), headers)
    expect(await opened).toBe(first)
    await another.signOut()
    await ended
  })

  test('an event stream of cookie mode needs no ticket', async () => {
    const { opened } = open('/events', stage.browser.headers())
    expect(await opened).toBe('200 data: first')
  })

  describe('refuses', () => {
    const citizen = () => stage.browser.headers()
    test.each<[string, () => Promise<Answered>, string]>([
      ['nobody', () => ask('/files/a'), '401 missing_token'],
      ['a made-up ticket', () => ask(`/files/a?sso_ticket=ppt_${'A'.repeat(43)}`), '401 ticket_invalid'],
      ['an empty ticket', () => ask('/files/a?sso_ticket='), '401 ticket_invalid'],
      [
        'an access token in the address',
        () => ask(`/files/a?sso_ticket=${app.bearer}`),
        '401 ticket_invalid',
      ],
      [
        'a ticket of another address',
        async () => ask((await app.withTicket('/files/b')).replace('/b', '/a')),
        '401 ticket_invalid',
      ],
      [
        'another query',
        async () => ask((await app.withTicket('/files/a?x=1')).replace('x=1', 'x=2')),
        '401 ticket_invalid',
      ],
      [
        'a parameter after the ticket',
        async () => ask(`${await app.withTicket('/files/a')}&x=1`),
        '401 ticket_invalid',
      ],
      [
        'two tickets',
        async () => ask(`${await app.withTicket('/files/a')}&sso_ticket=x`),
        '401 ticket_invalid',
      ],
      [
        'a POST',
        async () => ask(await app.withTicket('/files/a'), { method: 'POST', headers: { origin: BASE } }),
        '401 ticket_invalid',
      ],
      ['a HEAD', async () => ask(await app.withTicket('/files/a'), { method: 'HEAD' }), '401'],
      [
        'a method that is overridden',
        async () =>
          ask(await app.withTicket('/files/a'), { headers: { 'x-http-method-override': 'DELETE' } }),
        '401 ticket_invalid',
      ],
      [
        'a spent ticket beside a cookie that is good',
        async () => ask('/files/a?sso_ticket=x', { headers: citizen() }),
        '401 ticket_invalid',
      ],
      ['a path that takes none', async () => ask(await app.withTicket('/permits')), '401 missing_token'],
      ['a path beside a listed one', async () => ask(await app.withTicket('/events2')), '401 missing_token'],
      [
        'a path below one without a star',
        async () => ask(await app.withTicket('/events/x')),
        '401 missing_token',
      ],
      ['a listed path in capitals', async () => ask(await app.withTicket('/Events')), '401 missing_token'],
      [
        'a way out of a listed path',
        async () => ask(await app.withTicket('/files/../permits', {})),
        '401 missing_token',
      ],
      [
        'an encoded way out',
        async () => ask(await app.withTicket('/files/%2e%2e/permits', {})),
        '401 missing_token',
      ],
      ['two slashes', async () => ask(await app.withTicket('/files//x', {})), '401 missing_token'],
      [
        'a parameter of a segment',
        async () => ask(await app.withTicket('/files/..;/permits', {})),
        '401 missing_token',
      ],
      ['a back slash', async () => ask(await app.withTicket('/files/..\\permits', {})), '401 missing_token'],
    ])('%s', async (_what, send, expected) => {
      const before = backEnd.arrived.length
      expect(codeOf(await send())).toBe(expected)
      expect(backEnd.arrived).toHaveLength(before)
    })

    test('a ticket whose session has ended', async () => {
      const another = await appOf(stage)
      const url = await another.withTicket('/files/a')
      await another.signOut()
      expect(codeOf(await ask(url))).toMatch(/^401 /)
    })

    test('a WebSocket with a ticket of another address', async () => {
      const url = (await app.withTicket('/events')).replace('/events', '/socket')
      expect(await open(url, SOCKET).opened).toContain('401 ')
      expect(backEnd.open.size).toBe(0)
    })

    test('a session that cannot be checked with 503', async () => {
      const another = await appOf(stage)
      const url = await another.withTicket('/files/outage')
      const held = async () => {
        stage.served.identity.outage('500')
        return codeOf(await ask(await another.withTicket('/files/outage').catch(() => url)))
      }
      await expect.poll(held).toBe('503 identity_unavailable')
      stage.served.identity.outage('off')
    })
  })
})

/** How each proxy asks about a request. */
const PROXIES: Readonly<Record<string, (url: string) => Asked>> = {
  nginx: byHeaders('x-original'),
  traefik: byHeaders('x-forwarded'),
  caddy: byHeaders('x-forwarded'),
  envoy: (url) => ({ path: `/gate/ext-authz${url}`, headers: { host: HOST } }),
}

function byHeaders(family: string) {
  return (url: string): Asked => ({
    path: '/gate/auth',
    headers: { [`${family}-method`]: 'GET', [`${family}-uri`]: url, [`${family}-host`]: HOST },
  })
}

// proves: program-gate-tickets
describe.each(Object.keys(PROXIES))('asked by %s', (proxy) => {
  let stage: GateStage
  let app: TicketApp
  beforeAll(async () => {
    stage = await openStage({ GATE_PROXY: proxy, ...SETTINGS })
    app = await appOf(stage)
    await stage.signIn()
  })
  afterAll(() => stage.close())
  const ask = (url: string, headers: Record<string, string> = {}) => {
    const asked = PROXIES[proxy]?.(url) ?? { path: '' }
    return stage.ask({ ...asked, headers: { ...asked.headers, ...headers } })
  }
  const SOCKET_KEY = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', origin: APP }

  test.each([
    ['an event stream', '/events?since=7', {}],
    ['a WebSocket of another origin', '/socket', SOCKET_KEY],
    ['a download', '/files/a.pdf', {}],
  ])('%s with a ticket is let through, once', async (_what, path, headers) => {
    const url = await app.withTicket(path)
    const first = await ask(url, headers)
    expect([first.status, first.headers.get('x-portico-subject')]).toEqual([200, app.subject])
    const again = await ask(url, { ...stage.browser.headers(), ...headers })
    expect([again.status, again.headers.get('x-portico-subject')]).toEqual([401, null])
  })

  test.each([
    ['no ticket', async () => '/events'],
    [
      'a ticket of another address',
      async () => (await app.withTicket('/events')).replace('/events', '/files/a'),
    ],
    ['a path that takes none', () => app.withTicket('/permits')],
    ['a way out of a listed path', () => app.withTicket('/files/%2e%2e/permits', {})],
    ['two slashes', () => app.withTicket('//files/a', {})],
    ['a made-up ticket', async () => `/events?sso_ticket=ppt_${'A'.repeat(43)}`],
  ])('%s is refused', async (_what, url) => {
    const answered = await ask(await url())
    expect([answered.status, answered.headers.get('x-portico-identity')]).toEqual([401, null])
  })
})
