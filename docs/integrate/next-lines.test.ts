// Takes over 10 s: all packages of Next.js are copied, then "next dev" and "next build" compile the app.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runTool } from '../../journeys/deploy/tools.ts'
import { openPageBrowser } from '../../journeys/gate/page-browser.ts'
import { type Run, watch } from '../../journeys/kit/child-process.ts'
import { openFolder } from '../../journeys/kit/folder.ts'
import { until } from '../../journeys/kit/until.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { serveIdentity } from '../../packages/program/testing/served-identity.ts'
import { installNext, putPackage, runNext } from './testing/next-program.ts'

/** What `portico-program init` writes into an app as `create-next-app` makes it, started with the real Next.js. */

const next = await installNext()

/** The files that matter of `create-next-app`, and the line that `init` asks for. */
const APP = {
  'next.config.mjs':
    'export default { cacheComponents: true, partialPrefetching: true, skipTrailingSlashRedirect: true }\n',
  'app/layout.js':
    'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>\n}\n',
  'app/page.js': 'export default function Home() {\n  return <p>Home</p>\n}\n',
  // As docs/integrate/next-js.md says it for an app with cacheComponents.
  'app/permits/page.js': `import { pageCitizen } from '../../lib/sso'
export const instant = false
export default async function Permits() {
  const { account } = await pageCitizen('/permits')
  return <h1>Permits of {account.name}</h1>
}
`,
}

let served: Awaited<ReturnType<typeof serveIdentity>>
let folder: string
let base: string
let said = ''
let run: Run | undefined

beforeAll(async () => {
  if ('missing' in next) return
  served = await serveIdentity()
  folder = openFolder()
  cpSync(join(next.folder, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await putPackage(folder)
  for (const [name, text] of Object.entries(APP)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const dependencies = { next: '16', react: '19', 'react-dom': '19', '@portico/program': '*' }
  const manifest = { name: 'permits', private: true, scripts: { dev: 'next dev' }, dependencies }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  await init()
})
afterAll(async () => {
  await run?.end('SIGTERM')
  await served?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const environment = () => ({ PATH: process.env['PATH'] ?? '', NEXT_TELEMETRY_DISABLED: '1' })

async function init(): Promise<void> {
  base = `http://localhost:${await freePort()}`
  const { baseUrl, clientId, clientSecret } = served.identity
  const command = new URL('../../packages/program/bin/portico-program.mjs', import.meta.url).pathname
  const at = ['--identity', baseUrl, '--program', base, '--database', 'sqlite:permits.db', '--yes']
  const client = { SSO_CLIENT_ID: clientId, SSO_CLIENT_SECRET: clientSecret }
  const ended = await runTool(process.execPath, [command, 'init', ...at], {
    ...{ cwd: folder, env: { ...environment(), ...client } },
  })
  said = ended.out
  expect([ended.code, ended.err]).toEqual([0, ''])
}

/** Starts Next.js, and waits until a page answers. */
async function start(args: readonly string[]): Promise<void> {
  await run?.end('SIGTERM')
  const bin = join(folder, 'node_modules/next/dist/bin/next')
  const started = watch(spawn(process.execPath, [bin, ...args], { cwd: folder, env: environment() }))
  run = started
  await until(
    () => `Next.js answers: ${started.output()}`,
    async () => (await fetch(base).catch(() => null))?.ok || undefined,
  )
}

/** Signs in and out by the page, with the addresses that are in it. The name is markup, which the page shows as it is. */
async function signsInAndOut(): Promise<void> {
  const browser = openPageBrowser(base)
  const name = `Ana <b>"O'Neill" & Co</b>`
  const citizen = served.identity.addCitizen({ email: `ana-${run?.child.pid}@example.test`, name })
  const visitor = await browser.get(`${base}/me`)
  const shown = 'You are not signed in, or we cannot tell at the moment. Sign in'
  expect(visitor.html.querySelector('main')?.text).toBe(shown)
  const link = visitor.html.querySelector('main a')?.getAttribute('href') ?? '/no-link'
  const begun = await browser.get(base + link)
  const mine = await browser.get(await served.identity.authorize(begun.url, citizen))
  expect([mine.url, mine.html.querySelector('main p')?.text]).toEqual([`${base}/me`, `Hello ${name}`])
  expect(mine.html.querySelectorAll('main b')).toEqual([])
  expect(JSON.parse((await browser.get(`${base}/api/me`)).html.toString())).toEqual({ hello: name })
  expect((await browser.get(`${base}/permits`)).html.querySelector('h1')?.text).toBe(`Permits of ${name}`)
  const after = await browser.submit(mine, {})
  expect([after.url, after.html.querySelector('main')?.text]).toEqual([`${base}/me`, shown])
}

describe.skipIf('missing' in next)(
  `init in an app of Next.js${'missing' in next ? `: ${next.missing}` : ''}`,
  () => {
    test('its lines sign a citizen in and out with "next dev", as the script starts it', async () => {
      const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        scripts: Record<string, string>
      }
      expect(said).toContain('Start the program with "npm run dev:portico"')
      await start(scripts['dev:portico']?.split(' ').slice(1) ?? [])
      await signsInAndOut()
    })

    test('its lines sign a citizen in and out with "next build" and "next start"', async () => {
      await run?.end('SIGTERM')
      await runNext(folder, 'build')
      await start(['start', '--port', new URL(base).port])
      await signsInAndOut()
    })
  },
)
