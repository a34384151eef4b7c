import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP, appOf, codeOf, SOCKET, type TicketApp } from '../../packages/gate/testing/app-of.ts'
import { type Asked, browserThrough } from '../../packages/gate/testing/gate-stage.ts'
import type { ForgeIdToken } from '../../packages/program/src/testing/index.ts'
import { type CookieBrowser, signInWith } from '../../packages/program/testing/cookie-browser.ts'
import { type FrontStage, openFrontStage, TOOLS } from './front-stage.ts'
import { FRONTS, HOST } from './gate-front.ts'

/** One-time tickets and recent sign-ins behind the real proxies, with the reference files. */

const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

const anHourAgo: ForgeIdToken = ({ claims, keys }) =>
  keys.sign({ ...claims, auth_time: Number(claims['iat']) - 3600 })

// proves: program-gate-tickets, program-gate-recent-sign-in, program-gate-codes
describe.each(FRONTS)('$name', (front) => {
  const tool = TOOLS[front.name]
  const title = (name: string) => (tool ? name : `${name} (${front.name} is missing)`)
  let running: FrontStage
  let browser: CookieBrowser
  let app: TicketApp
  let subject: string

  const ask = (path: string, asked: Omit<Asked, 'path'> = {}) => running.ask({ path, ...asked })
  const asCitizen = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    ask(path, { headers: { ...browser.headers(), ...headers } })
  /** Sends a request that must not reach the back end. */
  const refused = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const before = running.backEnd.arrived.length
    const answered = await asCitizen(path, headers)
    expect(running.backEnd.arrived).toHaveLength(before)
    return answered
  }
  /** Opens a WebSocket. Returns the status, and the first words of the back end. */
  const openSocket = (path: string): Promise<string> => {
    const options = { port: running.port, host: '127.0.0.1', servername: HOST, rejectUnauthorized: false }
    const sent = request({ ...options, path, headers: { host: HOST, ...SOCKET }, agent: false }).end()
    return new Promise((resolve, reject) => {
      sent.on('error', reject)
      sent.on('response', (answer) => resolve(String(answer.resume().statusCode)))
      sent.on('upgrade', (answer, socket, head) => resolve(wordsOf(answer, socket, head)))
    })
  }

  beforeAll(async () => {
    if (!tool) return
    running = await openFrontStage(front, tool, {
      GATE_CHECK_SECONDS: '1',
      GATE_PLAIN_HEADERS: 'subject',
      SSO_RETURN_URIS: `${APP}/signed-in`,
      GATE_TICKET_PATHS: '/events /socket /files/* /pay',
      GATE_RECENT_SIGN_IN_PATHS: '/pay=10',
    })
    const { identity } = running.gate.served
    app = await appOf(running.gate)
    browser = browserThrough((asked) => running.ask({ ...asked, headers: { host: HOST, ...asked.headers } }))
    identity.forgeNextIdToken(anHourAgo)
    const citizen = identity.addCitizen({ email: 'ana@example.test' })
    subject = citizen.subject
    await signInWith(browser, (url) => identity.authorize(url, citizen))
  })
  afterAll(() => running?.close())

  test.skipIf(!tool)(
    title('lets a download with a ticket through once, as the citizen of the app'),
    async () => {
      const url = await app.withTicket('/files/permit%20a.pdf?page=2')
      expect((await ask(url)).status).toBe(200)
      expect(running.backEnd.valuesOf('x-portico-subject')).toEqual([app.subject])
      expect(running.backEnd.arrived.at(-1)?.url).toBe(url)
      // Also for a browser that has a good cookie.
      expect(codeOf(await refused(url))).toBe('401 ticket_invalid')
    },
  )

  test.skipIf(!tool)(title('opens a WebSocket of another origin with a ticket, once'), async () => {
    const url = await app.withTicket('/socket')
    expect(await openSocket(url)).toBe('101 hello')
    expect(running.backEnd.valuesOf('x-portico-subject')).toEqual([app.subject])
    const before = running.backEnd.arrived.length
    expect(await openSocket(url)).toBe('401')
    expect(await openSocket('/socket')).toBe('401')
    expect(running.backEnd.arrived).toHaveLength(before)
  })

  test.skipIf(!tool).each<[string, () => Promise<string>, string]>([
    ['another path', async () => (await app.withTicket('/files/b')).replace('/b', '/a'), 'ticket_invalid'],
    [
      'another query',
      async () => (await app.withTicket('/files/a?x=1')).replace('x=1', 'x=2'),
      'ticket_invalid',
    ],
    ['a made-up ticket', async () => `/files/a?sso_ticket=ppt_${'A'.repeat(43)}`, 'ticket_invalid'],
  ])(title('refuses a ticket for %s'), async (_what, url, code) => {
    expect(codeOf(await refused(await url()))).toBe(`401 ${code}`)
  })

  // Traefik makes one slash of two before it asks the gate.
  const isCleaned = front.name === 'traefik'
  const doubled = isCleaned ? [] : ['//files/a']
  test.skipIf(!tool).each(['/permits', '/files/%2e%2e/permits', '/files/../permits', ...doubled])(
    title('takes no ticket at %s'),
    async (path) => {
      const before = running.backEnd.arrived.length
      const answered = await ask(await app.withTicket(path, {}))
      expect(answered.status).toBe(401)
      expect(running.backEnd.arrived).toHaveLength(before)
    },
  )

  test.runIf(tool && isCleaned)(
    'sends the path that the gate was asked about, where it cleans it',
    async () => {
      const url = await app.withTicket('//files/a', {})
      expect((await ask(url)).status).toBe(200)
      expect(running.backEnd.arrived.at(-1)?.url).toBe(url.slice(1))
      expect((await ask(await app.withTicket('//permits', {}))).status).toBe(401)
    },
  )

  test.skipIf(!tool)(
    title('says of an old sign-in that it is old, also where a ticket is spent'),
    async () => {
      const old = await appOf(running.gate, anHourAgo)
      const answered = await ask(await old.withTicket('/pay'))
      expect(codeOf(answered)).toBe('401 insufficient_user_authentication')
      expect(answered.headers.get('www-authenticate')).toContain('max_age')
    },
  )

  test
    .skipIf(!tool)
    .each(['/pay', '/PAY', '/pay/', '/pay.json', '/%70ay', '/pay;x', '//pay', '/x/../pay', '/x/%2e%2e/pay'])(
    title('passes nothing on for %s after an old sign-in'),
    async (path) => {
      expect((await asCitizen('/permits')).status).toBe(200)
      expect((await refused(path)).status).not.toBe(200)
    },
  )

  test.skipIf(!tool)(title('redirects a page to sign in again, and lets it through after it'), async () => {
    const { identity } = running.gate.served
    expect(codeOf(await refused('/pay'))).toBe('401 insufficient_user_authentication')
    const answered = await refused('/pay?amount=5', PAGE)
    const location = new URL(answered.headers.get('location') ?? '')
    expect([answered.status, location.searchParams.get('max_age')]).toEqual([303, '570'])
    const begun = await browser.open(`${location.pathname}${location.search}`)
    const callback = await identity.authorize(begun.headers.get('location') ?? '', { subject })
    const landed = await browser.open(callback, { 'sec-fetch-site': 'cross-site' })
    expect(landed.headers.get('location')).toBe(`https://${HOST}/pay?amount=5`)
    expect((await asCitizen('/pay?amount=5')).status).toBe(200)
    expect(running.backEnd.valuesOf('x-portico-subject')).toEqual([subject])
  })

  test.skipIf(!tool)(title('answers 503 and never 401 where a ticket meets an outage'), async () => {
    const unused = await app.withTicket('/files/a')
    running.gate.served.identity.outage('500')
    const outcome = async () => {
      const answered = await ask(await app.withTicket('/files/a').catch(() => unused))
      return [codeOf(answered), answered.headers.get('retry-after')]
    }
    // Until the last check is a second old, the ticket is let through, and a new one is there.
    await expect.poll(outcome).toEqual(['503 identity_unavailable', expect.stringMatching(/^\d+$/)])
  })
})

async function wordsOf({ statusCode }: IncomingMessage, socket: Duplex, head: Buffer): Promise<string> {
  socket.on('error', () => undefined)
  const [words] = head.length > 0 ? [head] : ((await once(socket, 'data')) as [Buffer])
  socket.destroy()
  return `${statusCode} ${String(words).trim()}`
}
