import type { Clock } from './clock.ts'

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => new Date(Date.now()),
  sleep: (milliseconds, signal, isIdle = false) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = () => {
        clearTimeout(timer)
        // A signal may outlive many sleeps.
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, milliseconds)
      if (isIdle) letProcessEnd(timer)
      signal?.addEventListener('abort', wake)
    }),
}

/** A timer is an object in Node; elsewhere it is a number, and holds nothing. */
function letProcessEnd(timer: unknown): void {
  if (typeof timer !== 'object' || timer === null) return
  if ('unref' in timer && typeof timer.unref === 'function') timer.unref()
}
