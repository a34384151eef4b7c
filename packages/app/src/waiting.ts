import type { Browser } from './platform/browser.ts'

const FIRST_MS = 2_000
const LONGEST_MS = 30_000

/** Waits for the network or the identity service to come back. */
export interface Waiting {
  /** Plans the next try, unless one is planned, and says when it will be. */
  plan(retryAfterSeconds: number | undefined): number
  /** The waiting is over. */
  stop(): void
}

/**
 * Doubles its patience from 2 to 30 seconds, and takes off up to half, so that not all browsers try at once.
 * The moment of the next try is an instant, not a count: after a sleep, or once the page is seen again, the try is
 * made if its moment has passed. A page that nobody sees does not try.
 */
export function openWaiting(browser: Browser, now: () => number, retry: () => void): Waiting {
  let patienceMs = FIRST_MS
  let retryAt = 0
  let notBefore = 0
  let timer: unknown

  const forget = () => {
    browser.clearTimeout(timer)
    retryAt = 0
  }
  const attempt = () => {
    forget()
    retry()
  }
  // Looking at the page again cuts our own patience short, but not what the program has asked for.
  const wake = (isSure: boolean) => {
    if (retryAt && (isSure || now() >= notBefore)) attempt()
  }
  const isVisible = () => browser.document?.visibilityState !== 'hidden'
  browser.document?.addEventListener('visibilitychange', () => isVisible() && wake(false))
  browser.addEventListener?.('online', () => wake(true))
  return {
    plan(retryAfterSeconds = 0) {
      if (retryAt) return retryAt
      const delayMs = Math.max(retryAfterSeconds * 1000, patienceMs * (1 - browser.Math.random() / 2))
      patienceMs = Math.min(LONGEST_MS, patienceMs * 2)
      retryAt = now() + delayMs
      notBefore = retryAfterSeconds && retryAt
      timer = browser.setTimeout(() => isVisible() && attempt(), delayMs)
      return retryAt
    },
    stop() {
      patienceMs = FIRST_MS
      forget()
    },
  }
}
