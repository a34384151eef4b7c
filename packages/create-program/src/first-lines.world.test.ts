// Takes over 10 s: the lines for each framework start as a process, and a MariaDB is made.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cookieBrowser, leadsTo } from '../../program/testing/cookie-browser.ts'
import { noMariadb, useMariadb } from '../../program/testing/mariadb.ts'
import { BASE } from '../../program/testing/program.ts'
import { sendTo } from '../../program/testing/send-to.ts'
import { type ServedIdentity, serveIdentity } from '../../program/testing/served-identity.ts'
import { type databaseKind, FRAMEWORKS, type Framework } from './choices.ts'
import { firstLines } from './first-lines.ts'

/** The lines, as a program of their own in a folder that has the packages. Next.js has a test of its own in docs/integrate. */
const LISTENING = FRAMEWORKS.filter((name) => name !== 'next')
const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url))

const server = useMariadb()
let served: ServedIdentity
let folder: string
let child: ChildProcess | undefined

beforeAll(async () => void (served = await serveIdentity()))
afterAll(() => served.close())
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'portico-lines-'))))
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

const freePort = async () => {
  const one = createServer().listen(0, '127.0.0.1')
  await once(one, 'listening')
  const address = one.address()
  await new Promise((resolve) => void one.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Writes the lines and starts them. Returns the address. */
async function start(
  framework: Framework,
  database: ReturnType<typeof databaseKind>,
  databaseUrl: string,
): Promise<string> {
  const { files, start: command } = firstLines({
    framework,
    database,
    extension: '.mjs',
    sources: '',
    nextConfig: '',
    cachesComponents: false,
    port: null,
  })
  for (const [path, text] of files) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(PACKAGES, join(folder, 'node_modules'))
  const port = await freePort()
  const { baseUrl, clientId, clientSecret } = served.identity
  const settings = {
    ...{ SSO_IDENTITY_URL: baseUrl, SSO_CLIENT_ID: clientId, SSO_CLIENT_SECRET: clientSecret },
    ...{ SSO_PROGRAM_URL: BASE, SSO_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 5).toString('base64url')}` },
    ...{ NODE_ENV: 'test', PORT: String(port), DATABASE_URL: databaseUrl },
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(join(folder, '.env'), lines.join(''))
  const [, ...args] = command.split(' ')
  child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => void (said += String(text)))
  const address = `http://127.0.0.1:${port}`
  const answers = async () => {
    if (child?.exitCode !== null) throw new Error(`it ended: ${said}`)
    return (await fetch(`${address}/api/v1/sso/config/`).catch(() => null))?.status
  }
  await expect.poll(answers, { timeout: 60_000, interval: 100 }).toBe(200)
  return address
}

/** A name that is markup: the page shows it, and a browser runs nothing of it. */
const NAME = `Ana <b>"O'Neill" & Co</b>`
const NAME_IN_PAGE = 'Hello Ana &#60;b&#62;&#34;O&#39;Neill&#34; &#38; Co&#60;/b&#62;<'

/** Signs in and out by the page, with the addresses that are in it. */
async function signsInAndOut(address: string): Promise<void> {
  const send = sendTo(address)
  const browser = cookieBrowser(send)
  for (const cookie of ['', `__Host-portico=ppc_${'A'.repeat(43)}`])
    expect((await send(new Request(`${BASE}/api/me`, { headers: { cookie } }))).status).toBe(401)
  const read = async () => {
    const page = await browser.open('/')
    expect(page.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return page.text()
  }
  const visitor = await read()
  // `optionalCitizen` tells no outage from a visitor, so the page must not, either.
  expect(visitor).toContain('You are not signed in, or we cannot tell at the moment.')
  const begun = await browser.open(/<a href="([^"]+)">Sign in</.exec(visitor)?.[1] ?? '/no-link')
  const citizen = served.identity.addCitizen({ email: 'ana@example.test', name: NAME })
  const back = await served.identity.authorize(begun.headers.get('location') ?? '', citizen)
  expect(await leadsTo(await browser.open(back, { 'sec-fetch-site': 'cross-site' }))).toBe(`${BASE}/`)
  const mine = await read()
  expect(mine).toContain(NAME_IN_PAGE)
  expect(mine).not.toContain('not signed in')
  const me = await browser.open('/api/me')
  expect([me.status, await me.json()]).toEqual([200, { hello: NAME }])
  const form = /<form method="post" action="([^"]+)"><button>Sign out</.exec(mine)?.[1] ?? '/no-form'
  expect(await leadsTo(await browser.submit(form))).toBe(`${BASE}/`)
  expect(await read()).toBe(visitor)
}

test.each(LISTENING)('the first lines for %s sign a citizen in and out, with a file', async (framework) => {
  await signsInAndOut(await start(framework, 'sqlite', 'sqlite:permits.db'))
})

test.skipIf(noMariadb !== null)(
  'the first lines for MySQL sign a citizen in and out, with MariaDB',
  async () => {
    const { socketPath, user, database } = await server.newDatabase()
    const url = `mysql://${user}@localhost/${database}?socketPath=${encodeURIComponent(socketPath)}`
    await signsInAndOut(await start('nest', 'mysql', url))
  },
)
