import { accepted, type Result, refused } from '../platform/result.ts'

/** Work that waits its turn, first come first served, behind a bounded queue. */
export interface HashQueue {
  /** Runs the work when its turn has come; refused at once when too many wait already. */
  run<Value>(work: () => Promise<Value>): Promise<Result<Value, 'busy'>>
}

/** Makes a queue that runs `concurrency` pieces of work at once and lets `maxWaiting` more wait. */
export function hashQueue({
  concurrency,
  maxWaiting,
}: {
  concurrency: number
  maxWaiting: number
}): HashQueue {
  const waiting: (() => void)[] = []
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
  return {
    run: async (work) => {
      if (running >= concurrency && waiting.length >= maxWaiting) return refused('busy')
      await turn()
      try {
        return accepted(await work())
      } finally {
        handOn()
      }
    },
  }
}
