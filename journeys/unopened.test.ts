import { createServer, type Server } from 'node:http'
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
let server: Server
const callbacks: URL[] = []

/** A program on the host of the service: a browser sends it the cookie of the session from everywhere on these pages. */
beforeAll(async () => {
  ;[service, chromium] = await Promise.all([startTestService(), launchChromium()])
  const origin = `http://${new URL(service.baseUrl).hostname}:${await freePort()}`
  server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', origin)
    if (asked.pathname === '/callback') callbacks.push(asked)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><title>Program</title><link rel="icon" href="data:,"><h1>${asked.pathname}</h1>
<a href="${authorize()}">Sign in</a>`)
  })
  await new Promise<void>((resolve) => void server.listen(Number(new URL(origin).port), resolve))
  program = await addProgram(service, { redirectUris: [`${origin}/callback`] })
})
afterAll(async () => {
  await chromium?.close()
  await new Promise((resolve) => server.close(resolve).closeAllConnections())
  await service?.close()
})

const authorize = (parameters = {}) => service.baseUrl + authorizeAddress(newAttempt(program, parameters))

/** For a page that is open: loads the addresses in each way that is no navigation, and ends when all of them have. */
const loadUnopened = (addresses: readonly string[]) => `{
  const ended = (name, attributes) => new Promise((resolve) => {
    const element = Object.assign(document.createElement(name), attributes)
    element.addEventListener('load', resolve)
    element.addEventListener('error', resolve)
    document.body.append(element)
  })
  Promise.all(${JSON.stringify(addresses)}.flatMap((address) => [
    ended('iframe', { src: address }),
    ended('img', { src: address }),
    ended('script', { src: address }),
    ended('link', { rel: 'prefetch', href: address }),
    fetch(address, { mode: 'no-cors', credentials: 'include' }).catch(() => undefined),
  ])).then(() => undefined)
}`

// proves: threat-unopened-authorize
test('only a navigation brings a code to the program; a frame, an image, a script, a prefetch and a fetch bring none', async () => {
  const citizen = await addCitizen(service)
  const window = await openWindow(chromium)
  const home = new URL('/', program.redirectUri).href
  await window.page.goto(home)
  await window.press('Sign in')
  await window.fill({ email: citizen.email, password: TEST_PASSWORD })
  await window.pressMain()
  await window.press('Continue')
  await expect.poll(() => window.heading()).toBe('/callback')
  expect(callbacks.splice(0).map(({ searchParams }) => searchParams.has('code'))).toEqual([true])

  await window.page.goto(home)
  await window.page.evaluate(loadUnopened([authorize(), authorize({ prompt: 'none' })]))
  expect(callbacks.splice(0).filter(({ searchParams }) => searchParams.has('code'))).toEqual([])

  await window.press('Sign in')
  await expect.poll(() => window.heading()).toBe('/callback')
  expect(callbacks.map(({ searchParams }) => searchParams.has('code'))).toEqual([true])
  await window.close()
})
