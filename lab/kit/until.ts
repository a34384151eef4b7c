import { setTimeout as wait } from 'node:timers/promises'

/** How long a condition may take to come true; nothing is asserted of how long it took. */
const MOST_MILLISECONDS = 90_000
const POLL_MILLISECONDS = 20

/** Asks until the answer is not `undefined`; fails in words when that takes too long. */
export async function until<Value>(
  what: string | (() => string),
  ask: () => Value | undefined | Promise<Value | undefined>,
  mostMilliseconds = MOST_MILLISECONDS,
  pollMilliseconds = POLL_MILLISECONDS,
): Promise<Value> {
  const end = performance.now() + mostMilliseconds
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end)
      throw new Error(`It did not come to this: ${typeof what === 'string' ? what : what()}`)
    await wait(pollMilliseconds)
  }
}

/** Something that one side does once, and that the other side waits for. */
export function signal(): { readonly reached: Promise<void>; readonly reach: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { reached: promise, reach: () => resolve() }
}
