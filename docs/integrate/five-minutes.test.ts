// Takes over 10 s: npm installs a new program for each Node of the machine, and a real browser signs in to it.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type IdentityService,
  startIdentityService,
} from '../../packages/program/testing/identity-service.ts'
import { type Build, sharedBuild } from '../../scripts/test-build.ts'
import { launchChromium } from '../../scripts/test-chromium.ts'
import { EMAIL, enrol, PASSWORD } from './testing/enrol.ts'
import { blocksOf, pageAt, ROOT } from './testing/markdown.ts'

/** The page, done line by line in an empty folder, with packages as they are published. */

const call = promisify(execFile)
const MINUTES = 60_000

let folder: string
let service: IdentityService
let chromium: Browser
let build: Build
const running: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-five-minutes-'))
  service = await startIdentityService()
  await enrol(service)
  chromium = await launchChromium()
  build = await sharedBuild()
}, 5 * MINUTES)
afterAll(async () => {
  for (const child of running) await interrupted(child)
  await chromium?.close()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Versions that are known to exist: a newest version may be missing in a registry. */
const pinned = (name: string) => {
  const { version } = JSON.parse(readFileSync(`${ROOT}node_modules/${name}/package.json`, 'utf8')) as {
    version: string
  }
  return `${name}@${version}`
}

/** The lines of the page, with the addresses and packages of this test. */
function linesOfThePage(own: Readonly<Record<string, string>>): string {
  const [block] = blocksOf(pageAt('docs/integrate/five-minutes.md')).filter(
    ({ sample }) => sample === 'samples/first-program.sh',
  )
  return Object.entries(own).reduce((text, [word, mine]) => text.replaceAll(word, mine), block?.code ?? '')
}

/** The folders of each Node on this machine that the page allows: the one of the tests, and those of the path. */
async function nodes(): Promise<readonly string[]> {
  const places = [dirname(process.execPath), ...(process.env['PATH'] ?? '').split(delimiter)]
  const found = new Map<string, string>()
  for (const place of new Set(places)) {
    const asked = await call(join(place, 'node'), ['-p', 'process.versions.node']).catch(() => null)
    if (asked && !found.has(asked.stdout) && isAllowed(asked.stdout)) found.set(asked.stdout, place)
  }
  return [...found.values()]
}

function isAllowed(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 11)
}

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => void server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Ends npm and what it has started, as Ctrl-C does: a signal to npm alone ends its shell, and leaves the program and its database. */
async function interrupted(child: ChildProcess): Promise<void> {
  const group = -(child.pid ?? 0)
  if (isThere(group)) process.kill(group, 'SIGINT')
  await vi.waitUntil(() => !isThere(group), { timeout: MINUTES, interval: 50 })
}

function isThere(group: number): boolean {
  try {
    return process.kill(group, 0)
  } catch {
    return false
  }
}

/** What npm needs here, such as the address of a registry, and nothing that a program reads. */
const npmEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(SSO_|PORTICO_|DATABASE_URL|PORT$|NODE_ENV)/.test(name),
    ),
  ),
  npm_config_fetch_retries: '1',
  npm_config_update_notifier: 'false',
  // What npm has fetched before is not asked for again.
  npm_config_prefer_offline: 'true',
})

/** Whether npm can install a package now. Without a registry, nobody can follow the page. */
const hasRegistry = async () => {
  const asked = await call('npm', ['view', pinned('pg'), 'version']).catch(() => null)
  return asked !== null
}

test('line by line: a citizen of the real service is signed in to the new program', {
  timeout: 10 * MINUTES,
}, async (context) => {
  if (!(await hasRegistry())) return context.skip('npm reaches no registry here')
  for (const node of await nodes()) {
    const home = mkdtempSync(join(folder, 'program-'))
    const path = `${node}${delimiter}${process.env['PATH']}`
    const base = `http://localhost:${await freePort()}`
    const callback = `${base}/api/v1/sso/callback/`
    const client = JSON.parse(
      await service.command(
        ...['client', 'add', 'Permits', '--redirect-uri', callback, '--reason', 'a test', '--json'],
      ),
    ) as { client_id: string; client_secret: string }
    const lines = linesOfThePage({
      'http://localhost:4000': service.baseUrl,
      'http://localhost:3000': base,
      ' express pg ': ` ${pinned('express')} ${pinned('pg')} `,
      '@portico/create-program': build.tarballOf('create-program'),
      '@portico/program': build.tarballOf('program'),
      '@portico/embedded-postgres': build.tarballOf('embedded-postgres'),
    })
    const settings = { SSO_CLIENT_ID: client.client_id, SSO_CLIENT_SECRET: client.client_secret }
    const environment = { ...npmEnvironment(), PATH: path, ...settings }
    const { stdout } = await call('sh', ['-eu', '-c', lines], { cwd: home, env: environment })
    expect(stdout).toContain('Ready. Start the program with "npm run dev"')
    const program = join(home, 'permits')
    expect(existsSync(join(program, 'server.mjs'))).toBe(true)
    const child = spawn('npm', ['run', 'dev'], {
      cwd: program,
      env: { ...npmEnvironment(), PATH: path },
      stdio: 'pipe',
      detached: true,
    })
    running.push(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => void (said += String(text)))
    const answers = async () => {
      if (child.exitCode !== null) throw new Error(`npm run dev ended: ${said}`)
      return (await fetch(`${base}/api/v1/sso/config/`).catch(() => null))?.ok
    }
    await vi.waitUntil(answers, { timeout: MINUTES, interval: 100 })
    expect(await inAndOut(`${base}/`)).toEqual([
      'You are not signed in, or we cannot tell at the moment. Sign in',
      'Hello Ana Example',
      'You are not signed in, or we cannot tell at the moment. Sign in',
    ])
    await interrupted(child)
  }
})

/** Signs in and out at the page of the program, and reads what it says before, between and after. */
async function inAndOut(address: string): Promise<readonly string[]> {
  const context = await chromium.newContext()
  const page = await context.newPage()
  await page.goto(address)
  const before = await page.innerText('main p')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.fill('input[name=email]', EMAIL)
  await page.fill('input[type=password]', PASSWORD)
  await page.locator('main form button[type=submit]').first().click()
  if (page.url().startsWith(service.baseUrl)) await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(address)
  const between = await page.innerText('main p')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  const after = await page.innerText('main p')
  await context.close()
  return [before, between, after]
}
