import { createServer, type Server } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appOf, type TicketApp } from '../../packages/gate/testing/app-of.ts'
import { type EchoBackEnd, startEcho } from '../../packages/gate/testing/echo-back-end.ts'
import { type GateStage, openStage } from '../../packages/gate/testing/gate-stage.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { launchChromium } from '../../scripts/test-chromium.ts'

/** A real browser shows an app on another origin than its API, which is behind a gate that is the proxy. */

let chromium: Browser
let stage: GateStage
let backEnd: EchoBackEnd
let app: TicketApp
let base: string
const pages: Record<'app' | 'stranger', Page> = {} as never
const servers: Server[] = []

beforeAll(async () => {
  const [port, appPort, strangerPort] = [await freePort(), await freePort(), await freePort()]
  ;[chromium, backEnd] = await Promise.all([launchChromium(), startEcho()])
  base = `http://127.0.0.1:${port}`
  const origin = `http://localhost:${appPort}`
  stage = await openStage({
    ...{ SSO_PROGRAM_URL: base, GATE_LISTEN: `127.0.0.1:${port}`, SSO_RETURN_URIS: `${origin}/signed-in` },
    ...{ GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`, GATE_PUBLIC_PATHS: '/public/*' },
  })
  app = await appOf(stage, undefined, origin)
  pages.app = await openAt(origin, appPort)
  pages.stranger = await openAt(`http://localhost:${strangerPort}`, strangerPort)
})
afterAll(async () => {
  await chromium?.close()
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  await stage?.close()
  await backEnd?.close()
})

async function openAt(origin: string, port: number): Promise<Page> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>App</title>')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  const page = await chromium.newPage()
  await page.goto(origin)
  return page
}

/** Sends a request from a page. Returns its status and code, or the name of the error. */
function ask(page: Page, path: string, options: object): Promise<string> {
  const sent = `fetch(${JSON.stringify(base + path)}, ${JSON.stringify(options)})`
  const read = `async (answer) => [answer.status, (await answer.json().catch(() => ({}))).code].join(' ').trim()`
  return page.evaluate(`${sent}.then(${read}, (error) => error.name)`)
}

// proves: program-gate-cross-origin
test('an app of another origin calls its API, and reads refusals; a stranger cannot', async () => {
  const headers = { authorization: `Bearer ${app.bearer}`, 'content-type': 'application/json' }
  const whole = { method: 'PATCH', headers, body: '{}' }
  expect(await ask(pages.app, '/permits', whole)).toBe('200')
  expect(backEnd.arrived.map(({ method }) => method)).toEqual(['PATCH'])
  expect(await ask(pages.app, '/permits', { headers: { authorization: 'Bearer ppa_x' } })).toBe(
    '401 wrong_token_type',
  )
  expect(await ask(pages.app, '/permits', {})).toBe('401 missing_token')
  expect(await ask(pages.app, '/public/news', {})).toBe('200')
  expect(await ask(pages.app, '/public/own-vary', { headers })).toBe('200')

  const before = backEnd.arrived.length
  expect(await ask(pages.stranger, '/permits', whole)).toBe('TypeError')
  expect(await ask(pages.app, '/permits', { ...whole, credentials: 'include' })).toBe('TypeError')
  expect(backEnd.arrived).toHaveLength(before)
  expect(await ask(pages.stranger, '/permits', {})).toBe('TypeError')
  expect(await ask(pages.app, '/public/own-cors', {})).toBe('TypeError')
})
