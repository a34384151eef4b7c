import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cookieBrowser, signInWith } from '../../program/testing/cookie-browser.ts'
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

async function signsIn(address: string): Promise<void> {
  const send = sendTo(address)
  const browser = cookieBrowser(send)
  for (const cookie of ['', `__Host-portico=ppc_${'A'.repeat(43)}`])
    expect((await send(new Request(`${BASE}/api/me`, { headers: { cookie } }))).status).toBe(401)
  const citizen = served.identity.addCitizen({ email: 'ana@example.test', name: 'Ana Example' })
  await signInWith(browser, (url) => served.identity.authorize(url, citizen), '/api/me')
  const me = await browser.open('/api/me')
  expect([me.status, await me.json()]).toEqual([200, { hello: 'Ana Example' }])
}

test.each(LISTENING)('the first lines for %s sign a citizen in, with a file', async (framework) => {
  await signsIn(await start(framework, 'sqlite', 'sqlite:permits.db'))
})

test.skipIf(noMariadb !== null)('the first lines for MySQL sign a citizen in, with MariaDB', async () => {
  const { socketPath, user, database } = await server.newDatabase()
  const url = `mysql://${user}@localhost/${database}?socketPath=${encodeURIComponent(socketPath)}`
  await signsIn(await start('nest', 'mysql', url))
})
