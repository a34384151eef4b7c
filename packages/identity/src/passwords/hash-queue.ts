import { accepted, type Result, refused } from '../platform/result.ts'

/** Work that waits in a queue of limited length, first come, first served. */
export interface HashQueue {
  /** Runs the work when its turn comes. Refuses it at once where too many wait. */
  run<Value>(work: () => Promise<Value>): Promise<Result<Value, 'busy'>>
}

/** How many results are released together while many wait. */
const TOGETHER = 4

/** From this many on, many wait: the last one waits for more hashes than any result is held back for. */
const MANY_WAITING = 2 * TOGETHER

/**
 * Makes a queue that runs `concurrency` pieces of work at once, while at most `maxWaiting` more wait.
 *
 * While many wait, results are held until four can be released together. A hash fills the processor's caches with its
 * own memory, so the code that follows (a statement, an answer, the next request) runs slowly. Four results that run
 * the same code together pay for that once. The next hash is already running, so no result is held for ever.
 */
export function hashQueue({
  concurrency,
  maxWaiting,
}: {
  concurrency: number
  maxWaiting: number
}): HashQueue {
  const waiting: (() => void)[] = []
  const kept: (() => void)[] = []
  let running = 0
  const turn = (): Promise<void> => {
    if (running < concurrency) {
      running += 1
      return Promise.resolve()
    }
    return new Promise((resolve) => void waiting.push(resolve))
  }
  const handOn = (): void => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  const goOut = (): Promise<void> | undefined => {
    if (waiting.length >= MANY_WAITING && kept.length + 1 < TOGETHER)
      return new Promise((resolve) => void kept.push(resolve))
    for (const letGo of kept.splice(0)) letGo()
    return undefined
  }
  return {
    run: async (work) => {
      if (running >= concurrency && waiting.length >= maxWaiting) return refused('busy')
      await turn()
      try {
        return accepted(await work())
      } finally {
        handOn()
        await goOut()
      }
    },
  }
}
