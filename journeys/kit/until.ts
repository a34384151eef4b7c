import { setTimeout as wait } from 'node:timers/promises'

/** How long a condition may take to become true. No test asserts how long it took. */
const MOST_MILLISECONDS = 90_000
const POLL_MILLISECONDS = 20

/** Calls a function until its result is not `undefined`. Throws with a message if that takes too long. */
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

/** A signal that one side gives once and the other side waits for. */
export function signal(): { readonly reached: Promise<void>; readonly reach: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { reached: promise, reach: () => resolve() }
}
