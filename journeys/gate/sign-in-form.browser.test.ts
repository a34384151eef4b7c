import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GateStage, openStage } from '../../packages/gate/testing/gate-stage.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { launchChromium } from '../../scripts/test-chromium.ts'

/** A program whose pages have the policy of `helmet()`, behind a gate. Its visitors begin a sign-in in a real browser. */

const POLICY =
  "default-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'; script-src-attr 'none'"
const PAGE = `<!doctype html><title>Permits</title>
<form id="form" action="/api/v1/sso/login"><input type="hidden" name="return_to" value="/permits"><button>Sign in</button></form>
<form id="search" action="/search"><input name="q" value="a"><button>Search</button></form>
<a id="link" href="/api/v1/sso/login?return_to=/permits">Sign in</a>`

let chromium: Browser
let stage: GateStage
let backEnd: Server
let base: string

beforeAll(async () => {
  chromium = await launchChromium()
  const headers = {
    'content-type': 'text/html',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
  }
  backEnd = createServer((_request, response) => void response.writeHead(200, headers).end(PAGE))
  await new Promise<void>((resolve) => backEnd.listen(0, '127.0.0.1', resolve))
  const port = await freePort()
  base = `http://localhost:${port}`
  stage = await openStage({
    ...{ SSO_PROGRAM_URL: base, GATE_LISTEN: `127.0.0.1:${port}`, GATE_PUBLIC_PATHS: '/' },
    GATE_UPSTREAM: `http://127.0.0.1:${(backEnd.address() as AddressInfo).port}`,
  })
})
afterAll(async () => {
  await chromium?.close()
  await stage?.close()
  backEnd?.closeAllConnections()
  await new Promise((resolve) => backEnd?.close(resolve))
})

// proves: program-cookie-sign-in
test.each([
  ['a link', '#link', '/permits'],
  ['a form that leads to the sign-in', '#form button', '/permits'],
  ['a form for a page that needs a citizen', '#search button', '/search?q=a'],
])('%s reaches the identity service', async (_what, target, returnTo) => {
  const context = await chromium.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const begun: string[] = []
  page.on('request', (request) => void begun.push(request.url()))
  await page.goto(base)
  await page.click(target)
  await expect.poll(() => begun.at(-1), { timeout: 20_000 }).toContain(stage.served.identity.baseUrl)
  expect(begun.some((url) => new URL(url).searchParams.get('return_to') === returnTo)).toBe(true)
  await context.close()
})
