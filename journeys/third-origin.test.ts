import { createServer, type RequestListener, type Server } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../packages/identity/testing/free-port.ts'
import {
  addCitizen,
  addProgram,
  TEST_PASSWORD,
  type TestClient,
} from '../packages/identity/testing/people.ts'
import { authorizeAddress, newAttempt } from '../packages/identity/testing/program-flow.ts'
import { startTestService, type TestService } from '../packages/identity/testing/test-service.ts'
import { launchChromium } from '../scripts/test-chromium.ts'
import { openWindow } from './chromium.ts'

let service: TestService
let chromium: Browser
let program: TestClient
const servers: Server[] = []

beforeAll(async () => {
  ;[service, chromium] = await Promise.all([startTestService(), launchChromium()])
  const app = await listen((_request, response) => show(response, 'Back in the app'))
  const backend = await listen((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://backend')
    if (pathname === '/callback') response.writeHead(302, { location: `${app}/return${search}` }).end()
    else show(response, `<a href="${service.baseUrl}${authorizeAddress(newAttempt(program))}">Sign in</a>`)
  })
  program = await addProgram(service, { redirectUris: [`${backend}/callback`] })
})
afterAll(async () => {
  await chromium?.close()
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  await service?.close()
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  servers.push(server)
  return `http://127.0.0.1:${port}`
}

function show(response: Parameters<RequestListener>[1], heading: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><title>Program</title><link rel="icon" href="data:,"><h1>${heading}</h1>`)
}

// proves: threat-form-action
test('a sign-in ends in the app of a program whose callback and app have origins of their own (contract 4.3, rule 5)', async () => {
  const citizen = await addCitizen(service)
  const window = await openWindow(chromium)
  await window.page.goto(new URL(program.redirectUri).origin)
  await window.press('Sign in')
  await window.fill({ email: citizen.email, password: TEST_PASSWORD })
  await window.pressMain()
  await window.press('Continue')
  await expect.poll(() => window.heading()).toBe('Back in the app')

  await window.page.goto(new URL(program.redirectUri).origin)
  await window.context.clearCookies({ name: 'portico_session' })
  await window.press('Sign in')
  await window.fill({ email: citizen.email, password: TEST_PASSWORD })
  await window.pressMain()
  await expect.poll(() => window.heading()).toBe('Back in the app')
  expect(window.faults).toEqual([])
  await window.close()
})
