import { accepted, type Result, refused } from '../platform/result.ts'

/** Work that waits its turn, first come first served, behind a bounded queue. */
export interface HashQueue {
  /** Runs the work when its turn has come; refused at once when too many wait already. */
  run<Value>(work: () => Promise<Value>): Promise<Result<Value, 'busy'>>
}

/** How many results go out together while many wait. */
const TOGETHER = 4

/** So many waiting are many: who came last has to wait for more hashes than a result is ever kept back for. */
const MANY_WAITING = 2 * TOGETHER

/**
 * Makes a queue that runs `concurrency` pieces of work at once and lets `maxWaiting` more wait.
 *
 * While many wait, results are kept until four can go out together. A hash fills the processor's caches with its own
 * memory, so all that follows it (a statement, an answer, the next request of the same crowd) runs cold; four that go
 * the same way at the same time pay for that once. The next hash has begun by then, so none is kept for ever.
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
