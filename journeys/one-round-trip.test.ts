import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIRST_FLIGHT_BYTES } from '../packages/identity/src/pages/first-flight.fixture.ts'
import { launchChromium } from '../scripts/test-chromium.ts'
import { openWindow } from './chromium.ts'
import { openService, type Service } from './service.ts'

let service: Service
let chromium: Browser

beforeAll(async () => {
  ;[service, chromium] = await Promise.all([openService(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await service?.close()
})

test.each(['/login/', '/register/', '/recover/', '/login/?next=/x', '/nothing/'])(
  '%s is shown with its style after one answer: every other request is refused, and the policy allows the style',
  async (path) => {
    const window = await openWindow(chromium)
    const asked: string[] = []
    await window.context.route('**/*', (route) => {
      asked.push(new URL(route.request().url()).pathname)
      return route.request().isNavigationRequest() ? route.continue() : route.abort()
    })
    const answer = await window.page.goto(service.identity.baseUrl + path)
    const sent = await answer?.request().sizes()
    expect(answer?.headers()['content-encoding']).toBe('gzip')
    expect((sent?.responseBodySize ?? Infinity) + (sent?.responseHeadersSize ?? 0)).toBeLessThan(
      FIRST_FLIGHT_BYTES,
    )
    const padding = await window.page.evaluate("getComputedStyle(document.querySelector('main')).paddingTop")
    expect(padding).not.toBe('0px')
    expect(asked.filter((each) => each.endsWith('.css'))).toEqual([])
    expect(window.faults.filter((fault) => /policy|style/i.test(fault))).toEqual([])
    await window.close()
  },
)
