// Takes over 10 s: the whole documentation is made as a site, and two more servers each read all pages for their search.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { launchChromium } from '../scripts/test-chromium.ts'
import { until } from './kit/until.ts'

/** `npm run docs`: the documentation as a site, which needs nothing but a web server for files. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const call = promisify(execFile)
const MINUTES = 60_000

let folder: string
let base: string | undefined
const started: ChildProcess[] = []
let chromium: Browser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-docs-'))
  base = (await hasTools()) ? await openSite() : undefined
  chromium = await launchChromium()
}, 10 * MINUTES)
afterAll(async () => {
  await chromium?.close()
  for (const one of started) one.kill()
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

/** Makes the site and serves it. Returns its address. */
async function openSite(): Promise<string> {
  const { address, tells } = await startDocs([join(folder, 'site'), '--serve'])
  await until(tells, async () => (await fetch(address).catch(() => undefined))?.ok || undefined, 8 * MINUTES)
  return address
}

/** Starts `npm run docs`. `path` is where it looks for programs. */
async function startDocs(args: readonly string[], path = process.env['PATH']) {
  const port = String(await freePort())
  const env = { ...process.env, PATH: path, PORTICO_DOCS_PORT: port }
  const serving = spawn(process.execPath, [join(ROOT, 'docs/site/build.mjs'), ...args], {
    ...{ cwd: ROOT, env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  started.push(serving)
  let told = ''
  serving.stderr.on('data', (words) => void (told += words))
  const tells = () => {
    if (serving.exitCode !== null) throw new Error(`the site is not served: ${told}`)
    return told
  }
  return { address: `http://localhost:${port}`, tells, serving }
}

const WIDTHS = `Promise.all(
  [...document.querySelectorAll('main img')].map(async (one) => (await one.decode(), one.naturalWidth)),
)`

/** The first page shows all its pictures. */
async function expectPictures(page: Page): Promise<void> {
  await page.locator('main img').first().waitFor()
  const widths = (await page.evaluate(WIDTHS)) as readonly number[]
  expect(widths).toHaveLength(5)
  expect(widths.filter((width) => width === 0)).toEqual([])
}

/** A folder with nothing but a program that opens addresses, which notes them in a file. */
function withBrowser(): { readonly path: string; readonly opened: () => string } {
  const path = mkdtempSync(join(folder, 'programs-'))
  const note = join(path, 'opened')
  for (const name of ['xdg-open', 'open'])
    writeFileSync(join(path, name), `#!/bin/sh\necho "$1" > '${note}'\n`, { mode: 0o755 })
  return { path, opened: () => (existsSync(note) ? readFileSync(note, 'utf8') : '') }
}

test('with --open, the pages are shown as they are, without making a site, in the browser of the machine', {
  timeout: 2 * MINUTES,
}, async (context) => {
  if (base === undefined) return context.skip('npm reaches no registry here')
  const { path, opened } = withBrowser()
  const { address, tells } = await startDocs([join(folder, 'none'), '--open'], path)
  await until(tells, async () => opened() !== '' || undefined, MINUTES)
  expect(opened().trim()).toBe(`${address}/`)
  expect(tells()).not.toContain('making the site')
  const page = await chromium.newPage()
  await page.goto(`${address}/`)
  await expectPictures(page)
  await page.goto(`${address}/docs/architecture.html`)
  await page.locator('pre.mermaid svg').first().waitFor()
  await page.getByRole('link', { name: 'This page as Markdown' }).click()
  await page.getByText('# Architecture').waitFor()
  expect(existsSync(join(folder, 'none'))).toBe(false)
  await page.close()
})

test('with --open on a machine without a browser, the address is said, and served until Ctrl-C', {
  timeout: 2 * MINUTES,
}, async (context) => {
  if (base === undefined) return context.skip('npm reaches no registry here')
  const empty = mkdtempSync(join(folder, 'empty-'))
  const { address, tells, serving } = await startDocs(['--open'], empty)
  await until(tells, async () => tells().includes('open the address yourself') || undefined, MINUTES)
  expect(tells()).toContain(`open ${address}/ (Ctrl-C ends it)`)
  expect((await fetch(`${address}/`)).status).toBe(200)
  const ended = once(serving, 'exit')
  serving.kill('SIGINT')
  await ended
})

test('pages, diagrams and the search work without any other server, and each page is there as Markdown', {
  timeout: 5 * MINUTES,
}, async (context) => {
  if (base === undefined) return context.skip('npm reaches no registry here')
  const page = await chromium.newPage()
  const asked: string[] = []
  const faults: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  page.on('response', (answer) => {
    if (answer.status() >= 400) faults.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('pageerror', (error) => void faults.push(String(error)))
  await page.goto(`${base}/`)
  await expectPictures(page)
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
  expect((await fetch(`${base}/nowhere`)).status).toBe(404)
  expect(asked.filter((url) => !url.startsWith(String(base)) && !url.startsWith('data:'))).toEqual([])
  await page.close()
})
