// Takes long, because whole services start, some on a database that is made anew.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openPool } from '../packages/identity/src/platform/postgres/connect.ts'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { addCitizen, addProgram, signIn } from '../packages/identity/testing/people.ts'
import { enterProgram, introspect } from '../packages/identity/testing/program-flow.ts'
import { TestBrowser } from '../packages/identity/testing/test-browser.ts'
import { watch } from './kit/child-process.ts'
import { openFolder } from './kit/folder.ts'
import {
  embeddedAddress,
  endServer,
  type IdentityProcess,
  runPortico,
  serverProcesses,
  startIdentity,
  untilReady,
} from './kit/identity-process.ts'
import { until } from './kit/until.ts'

const folder = openFolder()
const running: IdentityProcess[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(running.splice(0).map((identity) => identity.close()))
  for (const name of readdirSync(folder)) await endServer(join(folder, name))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function start(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<IdentityProcess> {
  const identity = await startIdentity({ dataDir, environment })
  running.push(identity)
  return identity
}

/** Whether the service's database has this table; `undefined` while it does not answer. */
async function hasTable(dataDir: string, table: string): Promise<true | undefined> {
  const db = openPool(embeddedAddress(dataDir), {
    connections: 1,
    deadlineMilliseconds: 2_000,
    access: 'any',
  })
  try {
    const rows = await db.query`select 1 as found from pg_tables where tablename = ${table}`
    return rows.length > 0 ? true : undefined
  } catch {
    return undefined
  } finally {
    await db.close().catch(() => undefined)
  }
}

/** The moments of a first migration, in order, at which the process is killed. */
const MOMENTS: readonly {
  readonly moment: string
  reached(dataDir: string): true | undefined | Promise<true | undefined>
}[] = [
  {
    moment: 'while the cluster is being made',
    reached: (dataDir) =>
      existsSync(dataDir) && readdirSync(dataDir).some((name) => name.startsWith('postgres-incoming-'))
        ? true
        : undefined,
  },
  {
    moment: 'while the server starts for the first time',
    reached: (dataDir) => (existsSync(join(dataDir, 'postgres', 'postmaster.pid')) ? true : undefined),
  },
  {
    moment: 'while the schema is being made',
    reached: (dataDir) => hasTable(dataDir, 'schema_migrations'),
  },
]

// proves: threat-second-process
test('a first portico migrate that is killed three times, each time later, succeeds the fourth time (contract 9)', async () => {
  const dataDir = join(folder, 'killed')
  const port = await freePort()
  const environment = {
    PORTICO_DATA_DIR: dataDir,
    PORTICO_PORT: String(port),
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_MAILBOX_PORT: '0',
  }
  for (const { moment, reached } of MOMENTS) {
    const run = runPortico(['migrate'], environment)
    children.push(run.child)
    await until(`a first migration gets to this: ${moment}; ${run.output()}`, () => reached(dataDir))
    run.child.kill('SIGKILL')
    expect(await run.ended, moment).toMatchObject({ signal: 'SIGKILL' })
  }
  const identity = await start(dataDir, {
    PORTICO_PORT: String(port),
    PORTICO_BASE_URL: `http://localhost:${port}`,
  })
  const program = await addProgram(identity.service)
  const { tokens } = await enterProgram(identity.service, program, await addCitizen(identity.service))
  expect(await introspect(identity.service, program, tokens.access_token)).toMatchObject({ active: true })
})

// proves: threat-second-process
test('a second service on the same data directory joins: both know the same citizens, and the last one stops the server (contract 9.3)', async () => {
  const dataDir = join(folder, 'shared')
  const [one, other] = await Promise.all([start(dataDir), start(dataDir)])
  const citizen = await addCitizen(one.service)
  await signIn(one.browser(), citizen)
  await signIn(other.browser(), citizen)
  expect(await (await fetch(`${one.baseUrl}/o/.well-known/jwks.json`)).json()).toEqual(
    await (await fetch(`${other.baseUrl}/o/.well-known/jwks.json`)).json(),
  )
  await one.stop()
  expect(serverProcesses(dataDir)).not.toEqual([])
  await signIn(other.browser(), citizen)
  await Promise.all([one.db.close(), other.db.close()])
  expect(await other.stop()).toMatchObject({ code: 0 })
  expect(serverProcesses(dataDir)).toEqual([])
})

test('a second service on a port that is taken refuses in one sentence that names the setting (contract 9)', async () => {
  // The cluster of the test before, where that was run.
  const dataDir = join(folder, 'shared')
  const identity = await start(dataDir)
  const second = runPortico(['serve'], identity.environment)
  children.push(second.child)
  const { code, output } = await second.ended
  expect(code).toBe(1)
  const said = output
    .trim()
    .split('\n')
    .filter((line) => line.includes('"log.level":"error"'))
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(new RegExp(`${identity.port}.*PORTICO_PORT`))
  expect((await fetch(`${identity.baseUrl}/api/health/`)).status).toBe(200)
})

// proves: threat-half-configured
test('wrong settings are all named at once, each with its mend, and nothing is started (contract 9)', async () => {
  const dataDir = join(folder, 'never')
  const faulty = {
    PORTICO_BASE_URL: 'http://id.example.org/path',
    PORTICO_PORT: '99999',
    PORTICO_DATABASE_URL: 'mysql://localhost/portico',
    PORTICO_SMTP_URL: 'ftp://mail.example.org',
    PORTICO_MAIL_FROM: 'Portico',
    PORTICO_TRUSTED_PROXIES: '10.0.0.0/99',
    PORTICO_REDIS_URL: 'localhost',
    PORTICO_METRICS_PORT: 'x',
    PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '-1',
    PORTICO_PASSWORD_MIN_LENGTH: '4',
    PORTICO_LOG_LEVEL: 'loud',
  }
  const { code, output } = await runPortico(['serve'], { PORTICO_DATA_DIR: dataDir, ...faulty }).ended
  expect(code).toBe(1)
  for (const name of [...Object.keys(faulty), 'PORTICO_SECRET_KEY'])
    expect(output, `${name} is named`).toContain(name)
  expect(output).not.toMatch(/\bat .*\.ts:\d|Error:/)
  expect(existsSync(dataDir)).toBe(false)

  const keys = runPortico(['serve'], { PORTICO_DATA_DIR: dataDir, PORTICO_SECRET_KEY: 'c2VjcmV0IHdvcmRz' })
  const ended = await keys.ended
  expect([ended.code, ended.output.includes('PORTICO_SECRET_KEY')]).toEqual([1, true])
  expect(ended.output, 'a secret is never repeated').not.toContain('c2VjcmV0IHdvcmRz')
})

const ROOT = fileURLToPath(new URL('..', import.meta.url))

test('npm start begins with nothing, shows what to click, and finds its data the second time (contract 1)', async () => {
  const dataDir = join(folder, 'npm-start')
  const [port, mailboxPort, permitsPort] = [await freePort(), await freePort(), await freePort()]
  const permits = `http://localhost:${permitsPort}`
  const environment = {
    ...process.env,
    PORTICO_DATA_DIR: dataDir,
    PORTICO_PORT: String(port),
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_MAILBOX_PORT: String(mailboxPort),
    PERMITS_PORT: String(permitsPort),
  }
  const startOnce = async () => {
    const child = spawn('npm', ['start'], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    children.push(child)
    const run = watch(child)
    await untilReady(run, port)
    const clientId = /client id\s+(\S+)/.exec(run.output())?.[1]
    const printed = (label: string) => new RegExp(`  ${label} +(.+)`).exec(run.output())?.[1] ?? ''
    const password = printed('The password of both')
    const citizen = { email: printed('A citizen that is there'), password }
    const other = { email: printed('One with an old account'), password }
    const oldAccount = { ...other, password: printed('Of the old account') }
    return { run, clientId, citizen, other, oldAccount }
  }
  const stop = async (run: ReturnType<typeof watch>, signal: 'SIGTERM' | 'SIGINT') => {
    if (signal === 'SIGTERM') run.child.kill(signal)
    // Ctrl-C reaches npm, the launcher and the service at once, and the launcher may send it again.
    else process.kill(-(run.child.pid ?? 0), signal)
    await until(`all has ended: ${run.output()}`, () =>
      run.output().includes('Stopped.') ? true : undefined,
    )
    await run.ended
    expect(serverProcesses(dataDir)).toEqual([])
  }
  const send = (path: string, body: object) =>
    fetch(permits + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  const first = await startOnce()
  const addresses = first.run.output().match(/http:\/\/localhost:\d+\S*/g) ?? []
  expect(addresses.slice(0, 3)).toEqual([
    `${permits}/`,
    `http://localhost:${port}/account/`,
    `http://localhost:${mailboxPort}/`,
  ])
  const browser = new TestBrowser(`http://localhost:${port}`)
  for (const [who, fields] of [
    [browser, first.citizen],
    [new TestBrowser(`http://localhost:${port}`), first.other],
  ] as const) {
    const account = await who.submit(await who.get('/login/'), fields)
    expect([account.status, account.url]).toEqual([200, `http://localhost:${port}/account/`])
  }
  expect((await fetch(`http://localhost:${mailboxPort}/`)).status).toBe(200)
  expect((await fetch(permits)).status).toBe(200)
  const begun = await send('/api/v1/sso/begin/', {
    return_uri: `${permits}/signed-in`,
    code_challenge: 'A'.repeat(43),
  })
  const { authorization_url: url } = (await begun.json()) as { authorization_url: string }
  expect((await browser.get(url)).html.text, 'the program is registered').toContain('Parking Permits')
  expect((await send('/api/v1/auth/login/', first.oldAccount)).status, 'there is an old account').toBe(200)
  expect(statSync(join(dataDir, 'permits.json')).mode & 0o777, 'its secrets are its own').toBe(0o600)
  await stop(first.run, 'SIGTERM')

  const second = await startOnce()
  expect(second.clientId).toBe(first.clientId)
  expect((await browser.get('/account/')).url, 'the browser is still signed in').toContain('/account/')
  expect((await send('/api/v1/auth/login/', first.oldAccount)).status, 'the program finds its data').toBe(200)
  await stop(second.run, 'SIGINT')
})

test('npm start names faults of the program, too, before anything is started (contract 9)', async () => {
  const dataDir = join(folder, 'never-started')
  const environment = { ...process.env, PORTICO_DATA_DIR: dataDir, PERMITS_PORT: 'x', SSO_RETURN_URIS: 'y' }
  const child = spawn('npm', ['start'], { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const { code, output } = await watch(child).ended
  expect(code).toBe(1)
  for (const name of ['PERMITS_PORT', 'SSO_RETURN_URIS']) expect(output).toContain(`${name}:`)
  expect(existsSync(dataDir)).toBe(false)
})

// proves: threat-toy-in-public
test.each([
  [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
  [
    {
      PORTICO_BASE_URL: 'https://id.example.org',
      PORTICO_SMTP_URL: 'smtp://mail.example.org',
      PORTICO_MAIL_FROM: 'no-reply@example.org',
      PORTICO_EMBEDDED_DATABASE: 'yes-in-the-data-directory',
    },
    'PORTICO_BASE_URL is not on this machine',
  ],
  [
    {
      PORTICO_DATABASE_URL: 'postgres://127.0.0.1:1/real',
      PORTICO_SECRET_KEY: Buffer.alloc(32).toString('base64'),
    },
    'PORTICO_DATABASE_URL names a database',
  ],
  [{ PERMITS_DATABASE_URL: 'postgres://127.0.0.1:1/real' }, 'PERMITS_DATABASE_URL names a database'],
])('npm start makes no citizen with a public password: %j', async (settings, why) => {
  const dataDir = join(folder, 'in-public')
  const environment = { ...process.env, PORTICO_DATA_DIR: dataDir, ...settings }
  const child = spawn('npm', ['start'], { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const { code, output } = await watch(child).ended
  expect(code).toBe(1)
  expect(output).toContain(why)
  expect(output).toContain('npx portico serve')
  expect(existsSync(dataDir)).toBe(false)
})
