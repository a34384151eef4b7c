// Takes over 10 s: a MariaDB is made, is frozen and is killed, and six gates start as processes.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CookieBrowser, cookieBrowser, signInWith } from '../../program/testing/cookie-browser.ts'
import { noMariadb, useMariadb, withMariadb } from '../../program/testing/mariadb.ts'
import { BASE } from '../../program/testing/program.ts'
import { type ServedIdentity, serveIdentity } from '../../program/testing/served-identity.ts'
import { type EchoBackEnd, startEcho } from '../testing/echo-back-end.ts'
import { type GateProcess, startGateProcess } from '../testing/gate-command.ts'
import { type Answered, gateSettings, send } from '../testing/gate-stage.ts'

const HOST = 'permits.example.test'
const server = useMariadb()

let served: ServedIdentity
let backEnd: EchoBackEnd
let gates: GateProcess[]
let settings: Readonly<Record<string, string>>
let url: string

beforeAll(async () => {
  if (noMariadb !== null) return
  served = await serveIdentity()
  backEnd = await startEcho()
  const { socketPath, user, database } = await server.newDatabase()
  url = `mysql://${user}@localhost/${database}?socketPath=${encodeURIComponent(socketPath)}`
  settings = {
    ...gateSettings(served, url),
    GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`,
    GATE_CHECK_SECONDS: '1',
    GATE_DRAIN_SECONDS: '0',
    GATE_DATABASE_CONNECTIONS: '4',
    GATE_PLAIN_HEADERS: 'subject,account,name',
    GATE_TICKET_PATHS: '/events',
  }
  // At once: only one of them makes the tables.
  gates = await Promise.all([startGateProcess(settings), startGateProcess(settings)])
})
afterAll(async () => {
  if (noMariadb !== null) return
  await Promise.all(gates.map((gate) => gate.stop()))
  await backEnd.close()
  await served.close()
})
afterEach(() => server.thaw())

const gateAt = (index: number) => {
  const gate = gates[index % gates.length]
  if (!gate) throw new Error(`there is no gate ${index}`)
  return gate
}

/** A browser whose requests go to each gate in turn. */
function newBrowser(): CookieBrowser {
  let turn = 0
  return cookieBrowser(async ({ url: address, method, headers }) => {
    const asked = {
      ...{ method, path: address.slice(BASE.length) },
      headers: { host: HOST, ...Object.fromEntries(headers) },
    }
    const { status, body, headers: got } = await send(gateAt((turn += 1)).port, asked)
    return new Response([204, 303].includes(status) ? null : body, { status, headers: got })
  })
}

async function signIn(browser: CookieBrowser, name = 'Ana Žižka ☂') {
  const citizen = served.identity.addCitizen({ email: `${crypto.randomUUID()}@example.test`, name })
  await signInWith(browser, (address) => served.identity.authorize(address, citizen))
  return citizen
}

const askAs = (browser: CookieBrowser, index: number, path = '/permits') =>
  send(gateAt(index).port, { path, headers: { host: HOST, ...browser.headers() } })
const outcome = ({ status, body }: Answered) =>
  body.startsWith('{') ? `${status} ${(JSON.parse(body) as { code: string }).code}` : String(status)
const readiness = async (index: number) => (await send(gateAt(index).metricsPort, { path: '/readyz' })).status

describe.skipIf(noMariadb !== null)(withMariadb('two gates on one MariaDB'), () => {
  // proves: program-gate-mysql
  test('finish each other’s sign-ins, let the same citizen in, and end the session together', async () => {
    const browser = newBrowser()
    const { subject } = await signIn(browser)
    const accounts = new Set<string>()
    for (const index of [0, 1]) {
      expect((await askAs(browser, index)).status).toBe(200)
      expect(backEnd.valuesOf('x-portico-subject')).toEqual([subject])
      expect(backEnd.valuesOf('x-portico-name')).toEqual([
        encodeURIComponent('Ana Žižka ☂').replaceAll('%20', ' '),
      ])
      accounts.add(backEnd.valuesOf('x-portico-account')[0] ?? '')
    }
    expect(accounts.size).toBe(1)
    const signedOut = { ...browser.headers() }
    expect((await browser.submit('/api/v1/sso/logout')).status).toBe(303)
    for (const index of [0, 1]) {
      const answered = await send(gateAt(index).port, {
        path: '/permits',
        headers: { host: HOST, ...signedOut },
      })
      expect(outcome(answered)).toBe('401 session_revoked')
    }
  })

  test('keep their accounts in a table of their own, beside the tables of the back end', async () => {
    const { socketPath, user } = await server.newDatabase()
    const database = new URL(url).pathname.slice(1)
    const pool = server.pool({ socketPath, user, database })
    const [rows] = await pool.query(
      `select table_name as name from information_schema.tables where table_schema = database() and table_name like '%citizens'`,
    )
    expect(rows).toEqual([{ name: 'gate_citizens' }])
  })

  // proves: program-gate-mysql
  test('give the same citizen one account, however many sign-ins run at once on both', async () => {
    const citizen = served.identity.addCitizen({ email: 'many@example.test' })
    const browsers = Array.from({ length: 12 }, newBrowser)
    await Promise.all(
      browsers.map((browser) =>
        signInWith(browser, (address) => served.identity.authorize(address, citizen)),
      ),
    )
    const accounts = new Set<string>()
    for (const [index, browser] of browsers.entries()) {
      expect((await askAs(browser, index)).status).toBe(200)
      accounts.add(backEnd.valuesOf('x-portico-account')[0] ?? '')
    }
    expect(accounts.size).toBe(1)
  })

  // proves: program-gate-mysql
  test('answer 503 while the server is frozen, never 401, and go on with the same cookie', async () => {
    const browser = newBrowser()
    await signIn(browser)
    expect((await askAs(browser, 0)).status).toBe(200)
    await server.freeze()
    const answers = await Promise.all([0, 1, 0, 1, 0, 1].map((index) => askAs(browser, index)))
    expect(answers.map(outcome)).toEqual(answers.map(() => '503 misconfigured'))
    for (const { headers } of answers) expect(headers.get('retry-after')).toMatch(/^\d+$/)
    await expect.poll(() => readiness(0), { timeout: 20_000 }).toBe(503)
    server.thaw()
    for (const index of [0, 1]) {
      await expect.poll(async () => (await askAs(browser, index)).status, { timeout: 20_000 }).toBe(200)
      await expect.poll(() => readiness(index), { timeout: 20_000 }).toBe(200)
    }
  })

  // proves: program-gate-mysql
  test('live on when the server is killed, and keep every session', async () => {
    const browser = newBrowser()
    await signIn(browser)
    const asking = Array.from({ length: 20 }, (_, index) => askAs(browser, index))
    await server.killAndStart()
    for (const answered of await Promise.all(asking))
      expect(outcome(answered)).toMatch(/^200$|^503 misconfigured$/)
    for (const index of [0, 1]) {
      await expect.poll(async () => (await askAs(browser, index)).status, { timeout: 20_000 }).toBe(200)
      expect(gateAt(index).child.exitCode).toBeNull()
      expect(gateAt(index).said()).not.toContain('ppc_')
    }
  })
})

describe.skipIf(noMariadb !== null)(withMariadb('a gate that starts'), () => {
  // proves: program-gate-mysql
  test('waits for a server that does not answer yet, and says so without the password', async () => {
    const { port } = backEnd
    // Something listens there, and it is no database.
    const wrong = { ...settings, DATABASE_URL: `mysql://gate:hunter2@127.0.0.1:${port}/gate` }
    const gate = await startGateProcess(wrong, /The database is not ready: .*\n/)
    expect(gate.said()).not.toContain('hunter2')
    expect(await gate.stop()).toBe(0)
  })

  test.each([
    ['a database that is not there', (address: string) => address.replace(/test_\d+/, 'nothing'), 'nothing'],
    ['a user without rights', (address: string) => address.replace('root@', 'stranger:hunter2@'), 'stranger'],
    ['no database', (address: string) => address.replace(/\/test_\d+/, ''), 'database'],
  ])('is not ready with %s', async (_what, change, said) => {
    const gate = await startGateProcess(
      { ...settings, DATABASE_URL: change(url) },
      /The database is not ready: .*\n/,
    )
    await expect.poll(() => gate.said()).toContain(said)
    expect(gate.said()).not.toContain('hunter2')
    expect(await gate.stop()).toBe(0)
  })
})
