import type { Locator, Page, Request, Route } from 'playwright-core'
import { signal } from './kit/until.ts'

/** Any address of the program that changes nothing. */
const PROBE = '/icon.svg?is-intercepted'

/**
 * Intercepts the requests of a page that is open already. Chromium tells such a page late, and what it sends before then passes by:
 * so this waits until a request of its own is intercepted.
 */
export async function intercept(
  page: Page,
  url: string | RegExp,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  let isIntercepted = false
  await page.route(url, handle)
  await page.route(`**${PROBE}`, (route) => {
    isIntercepted = true
    return route.fulfill({ status: 204 })
  })
  while (!isIntercepted) await page.evaluate(`fetch('${PROBE}').then(() => undefined)`)
  await page.unroute(`**${PROBE}`)
}

/** Holds the first request whose method and address fit until it is released. Later ones pass. */
export async function holdFirst(page: Page, wanted: RegExp) {
  const gate = signal()
  let held: Route | undefined
  const hold = async (route: Route) => {
    const request = route.request()
    if (held || !wanted.test(`${request.method()} ${request.url()}`)) return route.fallback()
    held = route
    gate.reach()
  }
  await intercept(page, '**/*', hold)
  return {
    reached: gate.reached,
    async release() {
      await held?.fallback()
      await page.unroute('**/*', hold)
    },
  }
}

/** Counts the requests that have no answer yet. */
export function watchRequests(page: Page) {
  const open = new Set<Request>()
  page.on('request', (request) => void open.add(request))
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  return { open }
}

/** The middle of an element, in the window. */
export async function middleOf(target: Locator) {
  await target.waitFor()
  await target.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {}
  return { x: x + width / 2, y: y + height / 2 }
}

/** One click of a series, as a mouse makes it: the browser counts the clicks that quickly follow on one place. */
export async function click(page: Page, at: { x: number; y: number }, count: 1 | 2): Promise<void> {
  await page.mouse.move(at.x, at.y)
  await page.mouse.down({ clickCount: count })
  await page.mouse.up({ clickCount: count })
}
