// Takes over 10 s: gates start for each of four pairs, and in each pair three checks pass, one a second.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CookieBrowser, cookieBrowser, signInWith } from '../../program/testing/cookie-browser.ts'
import { BASE } from '../../program/testing/program.ts'
import { type ServedIdentity, serveIdentity } from '../../program/testing/served-identity.ts'
import { createTestDatabase } from '../../program/testing/test-database.ts'
import { type EchoBackEnd, startEcho } from '../testing/echo-back-end.ts'
import { startGateProcess } from '../testing/gate-command.ts'
import { type GatePair, twoGates, twoProcesses } from '../testing/gate-pair.ts'
import { gateSettings, send, verifyIdentity } from '../testing/gate-stage.ts'

const HOST = 'permits.example.test'
const INTROSPECTION = '/api/integrations/introspect/'

/** Two gates, or one in two processes, on one database. */
let served: ServedIdentity
let backEnd: EchoBackEnd
let pair: GatePair
let settings: Readonly<Record<string, string>>

/** A database that both share, until it is closed. */
interface Shared {
  readonly url: string
  close(): Promise<void>
}

async function inPostgres(): Promise<Shared> {
  const { host, port, user, name, drop } = await createTestDatabase(2)
  return { url: `postgres://${user}@localhost/${name}?host=${host}&port=${port}`, close: drop }
}

async function inFile(): Promise<Shared> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-gates-'))
  return { url: `sqlite:${join(folder, 'gate.db')}`, close: () => rm(folder, { recursive: true }) }
}

/** A browser whose requests go where `turn` says. */
function browserOf(turn: () => number): CookieBrowser {
  return cookieBrowser(async ({ url, method, headers }) => {
    const asked = {
      method,
      path: url.slice(BASE.length),
      headers: { host: HOST, ...Object.fromEntries(headers) },
    }
    const { status, body, headers: got } = await pair.askAt(turn(), asked)
    return new Response([204, 303].includes(status) ? null : body, { status, headers: got })
  })
}

async function signIn(browser: CookieBrowser, email = 'ana@example.test') {
  const citizen = served.identity.addCitizen({ email })
  await signInWith(browser, (url) => served.identity.authorize(url, citizen))
  return citizen.subject
}

const askAs = (browser: CookieBrowser, index: number) =>
  pair.askAt(index, { path: '/permits', headers: { host: HOST, ...browser.headers() } })

/** A test that does not concern this pair. */
const none = (_name: string, _test: () => Promise<void>) => undefined

const PAIRS = [
  { name: 'two gates on PostgreSQL', open: inPostgres, start: twoGates },
  { name: 'two gates on a file of SQLite', open: inFile, start: twoGates },
  { name: 'two processes of a gate on PostgreSQL', open: inPostgres, start: twoProcesses },
  { name: 'two processes of a gate on a file of SQLite', open: inFile, start: twoProcesses },
]

// proves: program-gate-several, program-gate-processes
describe.each(PAIRS)('$name', ({ open, start }) => {
  /** What one gate does beside them, or writes on a port of its own. */
  const ofGates = start === twoGates ? test : none
  const ofProcesses = start === twoProcesses ? test : none
  let database: Shared
  beforeAll(async () => {
    database = await open()
    served = await serveIdentity()
    backEnd = await startEcho()
    settings = {
      ...gateSettings(served, database.url),
      GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`,
      GATE_CHECK_SECONDS: '1',
      GATE_DRAIN_SECONDS: '0',
      GATE_PLAIN_HEADERS: 'subject',
      GATE_LIMIT_BEGIN_PER_IP: '20/600',
    }
    pair = await start(settings)
  })
  afterAll(async () => {
    await pair.stop()
    await backEnd.close()
    await served.close()
    await database.close()
  })

  ofGates(
    'a gate writes lines of JSON alone, on both streams, while it starts, answers and stops',
    async () => {
      const gate = await startGateProcess({
        ...settings,
        GATE_ACCESS_LOG: 'yes',
        SSO_TRUSTED_PROXIES: '0.0.0.0/0',
      })
      await send(gate.port, { path: '/permits', headers: { host: HOST } })
      expect(await gate.stop()).toBe(0)
      const lines = gate.said().trimEnd().split('\n')
      const read = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      expect(read.map(({ event, message }) => event ?? message)).toEqual(
        expect.arrayContaining(['portico.said', 'portico.proxies_too_wide', 'access']),
      )
    },
  )

  test('finish each other’s sign-ins, let the same citizen in, and verify each other’s signatures', async () => {
    let turn = 0
    const browser = browserOf(() => (turn += 1) % 2)
    const subject = await signIn(browser)
    const tokens: string[] = []
    for (const index of [0, 1]) {
      expect((await askAs(browser, index)).status).toBe(200)
      expect(backEnd.valuesOf('x-portico-subject')).toEqual([subject])
      tokens.push(backEnd.valuesOf('x-portico-identity')[0] ?? '')
    }
    for (const token of tokens)
      for (const index of [0, 1]) {
        const ask = ({ path }: { path: string }) => pair.askAt(index, { path })
        expect((await verifyIdentity({ ask }, token)).sub).toBe(subject)
      }
  })

  test('refuse at once, both, who has signed out at one of them', async () => {
    const browser = browserOf(() => 0)
    await signIn(browser)
    const kept = new Map(browser.jar)
    expect((await askAs(browser, 1)).status).toBe(200)
    expect((await browser.submit('/api/v1/sso/logout?return_to=/')).status).toBe(303)
    for (const [name, value] of kept) browser.jar.set(name, value)
    for (const index of [0, 1]) expect((await askAs(browser, index)).status).toBe(401)
  })

  test('answer 503 while the identity service is away, lose nothing, and go on by themselves', async () => {
    const browser = browserOf(() => 1)
    await signIn(browser)
    served.identity.outage('500')
    for (const index of [0, 1]) {
      await expect.poll(async () => (await askAs(browser, index)).status).toBe(503)
      const answered = await askAs(browser, index)
      expect(answered.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(JSON.parse(answered.body)).toMatchObject({ code: 'identity_unavailable' })
      const ready = await fetch(`http://127.0.0.1:${pair.metricsPortOf(index)}/readyz`)
      expect(ready.status).toBe(200)
    }
    served.identity.outage('off')
    for (const index of [0, 1]) await expect.poll(async () => (await askAs(browser, index)).status).toBe(200)
  })

  test('one of them checks a session, however many requests come to both', async () => {
    const browser = browserOf(() => 0)
    const begunAt = performance.now()
    await signIn(browser)
    const before = served.asked(INTROSPECTION)
    const checksAfterMore = async () => {
      const asked = Array.from({ length: 16 }, (_, turn) => askAs(browser, turn % 2))
      const statuses = (await Promise.all(asked)).map(({ status }) => status)
      expect(statuses).toEqual(statuses.map(() => 200))
      return served.asked(INTROSPECTION) - before
    }
    // With a check each second after the sign-in, two that check for themselves would come to three within two seconds.
    await expect.poll(checksAfterMore, { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
    const seconds = (performance.now() - begunAt) / 1000
    expect(served.asked(INTROSPECTION) - before).toBeLessThanOrEqual(Math.floor(seconds) + 1)
  })

  test('count a visitor once, wherever the requests go', async () => {
    const headers = { host: HOST, 'x-forwarded-for': '203.0.113.9' }
    const begin = (turn: number) =>
      pair.askAt(turn % 2, { path: '/api/v1/sso/login?return_to=/permits', headers })
    const statuses: number[] = []
    for (let turn = 0; turn < 24; turn += 1) statuses.push((await begin(turn)).status)
    expect(statuses.filter((status) => status === 303 || status === 302)).toHaveLength(20)
    expect(new Set(statuses.slice(20))).toEqual(new Set([429]))
  })

  ofProcesses('each has its share of the budget, and says what is left of it', async () => {
    const text = await (await fetch(`http://127.0.0.1:${pair.metricsPortOf(0)}/metrics`)).text()
    const left = [...text.matchAll(/^portico_gate_introspections_left\{process="(\d)"\} (\d+)$/gm)]
    expect(left.map(([, place]) => place)).toEqual(['0', '1'])
    for (const [, , requests] of left) expect(Number(requests)).toBeLessThanOrEqual(700)
  })

  test('refuse, both, whose central session has ended', async () => {
    const browser = browserOf(() => 0)
    const subject = await signIn(browser)
    expect((await askAs(browser, 1)).status).toBe(200)
    served.identity.endCentralSession(subject)
    for (const index of [0, 1]) await expect.poll(async () => (await askAs(browser, index)).status).toBe(401)
  })

  test('a citizen who signs in at one is the same account at the other', async () => {
    const citizen = served.identity.addCitizen({ email: 'eva@example.test' })
    const accounts = []
    for (const index of [0, 1]) {
      const browser = browserOf(() => index)
      await signInWith(browser, (url) => served.identity.authorize(url, citizen))
      await askAs(browser, index)
      const ask = ({ path }: { path: string }) => pair.askAt(index, { path })
      accounts.push(
        (await verifyIdentity({ ask }, backEnd.valuesOf('x-portico-identity')[0] ?? ''))['account'],
      )
    }
    expect(accounts[0]).toBe(accounts[1])
  })

  ofGates('one ends without a failed request when it is told to stop, and the other goes on', async () => {
    const browser = browserOf(() => 0)
    await signIn(browser)
    const third = await startGateProcess(settings)
    const large = send(third.port, { path: '/large', headers: { host: HOST, ...browser.headers() } })
    const stream = expect(
      send(third.port, { path: '/events', headers: { host: HOST, ...browser.headers() } }),
    ).rejects.toThrow()
    await expect.poll(() => backEnd.arrived.some(({ url }) => url === '/events')).toBe(true)
    const ended = third.stop()
    expect((await large).body).toHaveLength(3_000_000)
    await stream
    expect(await ended).toBe(0)
    expect(third.said()).not.toContain('failed')
    await expect(send(third.port, { path: '/' })).rejects.toThrow('ECONNREFUSED')
    expect((await askAs(browser, 1)).status).toBe(200)
  })

  test('numbers are counted, and nothing secret is in them or in the log', async () => {
    const browser = browserOf(() => 0)
    await signIn(browser)
    await askAs(browser, 0)
    const text = await (await fetch(`http://127.0.0.1:${pair.metricsPortOf(0)}/metrics`)).text()
    expect(text).toMatch(/portico_gate_answers_total\{route="upstream",status="200"\} \d+/)
    expect(text).toMatch(/portico_gate_sessions_in_use(?:\{process="0"\})? \d+/)
    const cookie = browser.headers()['cookie']?.split('=')[1] ?? 'no cookie'
    for (const secret of [cookie, settings['SSO_CLIENT_SECRET'] ?? '', 'ana@example.test'])
      expect(`${text}${pair.said()}`).not.toContain(secret)
    await expect.poll(() => pair.said()).toContain('"event":"portico.provisioned"')
  })

  ofGates('a process that is killed leaves nothing that the others wait for', async () => {
    const third = await startGateProcess(settings)
    const browser = browserOf(() => 0)
    await signIn(browser)
    void send(third.port, { path: '/silent', headers: { host: HOST, ...browser.headers() } }).catch(
      () => undefined,
    )
    const ended = once(third.child, 'exit')
    third.child.kill('SIGKILL')
    await ended
    for (const index of [0, 1]) expect((await askAs(browser, index)).status).toBe(200)
  })

  ofGates('a gate waits for its database, says so, is not ready, and can be stopped meanwhile', async () => {
    const away = { ...settings, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
    const waiting = await startGateProcess(away, /The database is not ready: .*\n/)
    const ready = await fetch(`http://127.0.0.1:${waiting.metricsPort}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { says: expect.stringContaining('waits for its database') },
    ])
    expect((await fetch(`http://127.0.0.1:${waiting.metricsPort}/healthz`)).status).toBe(200)
    expect(await waiting.stop()).toBe(0)
  })
})
