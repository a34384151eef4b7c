import type { Clock } from './clock.ts'

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => new Date(Date.now()),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const timer = setTimeout(resolve, milliseconds)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    }),
}
