import type { Browser } from './platform/browser.ts'

const FIRST_DELAY_MS = 2_000
const MAX_DELAY_MS = 30_000

/** Plans the next try while the network or the identity service does not answer. */
export interface Waiting {
  /** Plans the next try, unless one is planned already. Returns its time. */
  plan(retryAfterSeconds: number | undefined): number
  /** Cancels the next try. */
  stop(): void
}

/**
 * The delay doubles from 2 to 30 seconds. It is shortened by a random part of up to a half, so that not all browsers
 * try at the same time. A hidden page does not try. It tries at once when it becomes visible, or when the network is
 * back.
 */
export function openWaiting(browser: Browser, now: () => number, retry: () => void): Waiting {
  let nextDelayMs = FIRST_DELAY_MS
  let retryAt = 0
  let notBefore = 0
  let timer: unknown

  const cancel = () => {
    browser.clearTimeout(timer)
    retryAt = 0
  }
  const attempt = () => {
    cancel()
    retry()
  }
  // A page that becomes visible waits until the time that the program asked for. A network that is back does not.
  const wake = (earliest: number) => {
    if (retryAt && now() >= earliest) attempt()
  }
  const isVisible = () => browser.document?.visibilityState !== 'hidden'
  browser.document?.addEventListener('visibilitychange', () => isVisible() && wake(notBefore))
  browser.addEventListener?.('online', () => wake(0))
  return {
    plan(retryAfterSeconds = 0) {
      if (retryAt) return retryAt
      const delayMs = Math.max(retryAfterSeconds * 1000, nextDelayMs * (1 - browser.Math.random() / 2))
      nextDelayMs = Math.min(MAX_DELAY_MS, nextDelayMs * 2)
      retryAt = now() + delayMs
      notBefore = retryAfterSeconds && retryAt
      timer = browser.setTimeout(() => isVisible() && attempt(), delayMs)
      return retryAt
    },
    stop() {
      nextDelayMs = FIRST_DELAY_MS
      cancel()
    },
  }
}
