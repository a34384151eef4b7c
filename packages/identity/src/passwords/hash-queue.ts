import { Histogram } from '../platform/histogram.ts'
import { counter, gauge, type Metric } from '../platform/metric.ts'
import { accepted, type Result, refused } from '../platform/result.ts'

/** Work that waits in a queue of limited length, first come, first served. */
export interface HashQueue {
  /** Runs the work when its turn comes. Refuses it at once where too many wait. */
  run<Value>(work: () => Promise<Value>): Promise<Result<Value, 'busy'>>
  /** Whether it would refuse work now. Counts as a refusal. */
  isFull(): boolean
  readonly metrics: readonly Metric[]
}

/** Upper ends of the buckets of the wait, in seconds. */
const WAIT_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5]

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
  const state: QueueState = { waiting, running: 0, turnedAway: 0, wait: new Histogram(WAIT_BUCKETS) }
  const kept: (() => void)[] = []
  const turn = (): Promise<void> => {
    if (state.running < concurrency) {
      state.running += 1
      return Promise.resolve()
    }
    return new Promise((resolve) => void waiting.push(resolve))
  }
  const handOn = (): void => {
    const next = waiting.shift()
    if (next) next()
    else state.running -= 1
  }
  const goOut = (): Promise<void> | undefined => {
    if (waiting.length >= MANY_WAITING && kept.length + 1 < TOGETHER)
      return new Promise((resolve) => void kept.push(resolve))
    for (const letGo of kept.splice(0)) letGo()
    return undefined
  }
  const isFull = (): boolean => {
    if (state.running < concurrency || waiting.length < maxWaiting) return false
    state.turnedAway += 1
    return true
  }
  return {
    isFull,
    run: async (work) => {
      if (isFull()) return refused('busy')
      const since = performance.now()
      await turn()
      state.wait.note((performance.now() - since) / 1000)
      try {
        return accepted(await work())
      } finally {
        handOn()
        await goOut()
      }
    },
    metrics: queueMetrics(state),
  }
}

/** What the queue does at this moment. */
interface QueueState {
  readonly waiting: readonly unknown[]
  running: number
  turnedAway: number
  readonly wait: Histogram
}

function queueMetrics(state: QueueState): readonly Metric[] {
  return [
    gauge('portico_hashing_running', 'Password hashes that are computed now.', () => state.running),
    gauge('portico_hashing_waiting', 'Password hashes that wait for their turn.', () => state.waiting.length),
    counter(
      'portico_hashing_refused_total',
      'Requests refused because too many hashes wait.',
      () => state.turnedAway,
    ),
    {
      name: 'portico_hashing_wait_seconds',
      help: 'Time that a password hash waited for its turn.',
      kind: 'histogram',
      read: () => state.wait.values(),
    },
  ]
}
