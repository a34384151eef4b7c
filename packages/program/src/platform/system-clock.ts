import type { Clock } from './clock.ts'

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => new Date(Date.now()),
  sleep: (milliseconds, signal, isIdle = false) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = () => {
        clearTimeout(timer)
        // One signal may serve many sleeps, so its listener must go.
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, milliseconds)
      if (isIdle) letProcessEnd(timer)
      signal?.addEventListener('abort', wake)
    }),
}

/** A timer is an object in Node. Elsewhere it is a number, and does not keep the process running. */
function letProcessEnd(timer: unknown): void {
  if (typeof timer !== 'object' || timer === null) return
  if ('unref' in timer && typeof timer.unref === 'function') timer.unref()
}
