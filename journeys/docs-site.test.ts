import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/test-chromium.ts'

/** `npm run docs`: the documentation as a site, which needs nothing but a web server for files. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const call = promisify(execFile)
const MINUTES = 60_000

let folder: string
let site: string
let isMade: boolean
let server: Server
let chromium: Browser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-docs-'))
  site = join(folder, 'site')
  isMade = (await hasTools()) && (await makeSite())
  server = createServer((req, res) => void res.end(fileFor(req.url ?? '/', res))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  chromium = await launchChromium()
}, 10 * MINUTES)
afterAll(async () => {
  await chromium?.close()
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The packages that make the site are there, or npm can install them. */
async function hasTools(): Promise<boolean> {
  if (existsSync(join(ROOT, 'docs/site/node_modules/vitepress'))) return true
  const environment = { ...process.env, npm_config_fetch_retries: '1' }
  return (
    (await call('npm', ['view', 'vitepress', 'version'], { env: environment }).catch(() => null)) !== null
  )
}

async function makeSite(): Promise<true> {
  await call(process.execPath, [join(ROOT, 'docs/site/build.mjs'), site], { cwd: ROOT, maxBuffer: 2 ** 26 })
  return true
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

function fileFor(url: string, res: { setHeader(name: string, value: string): unknown; statusCode: number }) {
  const path = decodeURI(url.split(/[?#]/)[0] ?? '/')
  const file = [path, `${path}index.html`, `${path}.html`].find(
    (one) => extname(one) !== '' && existsSync(site + one),
  )
  if (file === undefined) {
    res.statusCode = 404
    return 'not found'
  }
  res.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain')
  return readFileSync(site + file)
}

test('pages, diagrams and the search work without any other server, and each page is there as Markdown', {
  timeout: 5 * MINUTES,
}, async (context) => {
  if (!isMade) return context.skip('npm reaches no registry here')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page = await chromium.newPage()
  const asked: string[] = []
  const faults: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  page.on('response', (answer) => {
    if (answer.status() >= 400) faults.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('pageerror', (error) => void faults.push(String(error)))
  await page.goto(`${base}/docs/architecture.html`)
  await page.locator('pre.mermaid svg').first().waitFor()
  await page.getByRole('link', { name: 'This page as Markdown' }).click()
  expect(await page.innerText('body')).toContain('# Architecture')
  await page.goto(`${base}/docs/integrate/`)
  await page.getByRole('heading', { level: 1, name: 'Connect a program' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.locator('#localsearch-input').waitFor()
  await page.keyboard.type('rotation_id lost response')
  await page.locator('.result', { hasText: 'The front end' }).first().click()
  await page.waitForURL(/front-end/)
  await page.goto(`${base}/reference/program/`)
  await page.getByRole('link', { name: 'frameworks/express' }).click()
  await page.getByText('ssoRouter').first().waitFor()
  expect(faults).toEqual([])
  expect(asked.filter((url) => !url.startsWith(base) && !url.startsWith('data:'))).toEqual([])
  await page.close()
})
