/** How long a condition may take to come true; nothing is asserted of how long it took. */
const PATIENCE_MILLISECONDS = 90_000
const POLL_MILLISECONDS = 20

/** Asks until the answer is not `undefined`; fails in words when that takes too long. */
export async function until<Value>(
  what: string | (() => string),
  ask: () => Value | undefined | Promise<Value | undefined>,
  patienceMilliseconds = PATIENCE_MILLISECONDS,
  pollMilliseconds = POLL_MILLISECONDS,
): Promise<Value> {
  const end = performance.now() + patienceMilliseconds
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end)
      throw new Error(`It did not come to this: ${typeof what === 'string' ? what : what()}`)
    await new Promise((resolve) => void setTimeout(resolve, pollMilliseconds))
  }
}

/** A gate that one side opens and the other waits at. */
export interface Signal {
  readonly reached: Promise<void>
  reach(): void
}

/** Makes a gate. */
export function signal(): Signal {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { reached: promise, reach: resolve }
}
