import { type After, systemAfter } from '../platform/child/after.ts'
import { Histogram } from '../platform/histogram.ts'
import { counter, gauge, type Metric } from '../platform/metric.ts'
import { type Result, refused } from '../platform/result.ts'

/** Work that waits in a queue of limited length, first come, first served. */
export interface HashQueue {
  /** Runs the work when its turn comes. Refuses it at once where too many wait, and later where its turn does not come in time. */
  run<Value>(work: () => Promise<Result<Value, 'busy'>>): Promise<Result<Value, 'busy'>>
  /**
   * Keeps a place for work that comes soon, such as after the database was asked. Undefined where it would refuse work now; that counts
   * as a refusal. `who` is what a stranger cannot change with each request: a network. One that keeps its share gets no further place
   * kept: whether there is one shows when its work comes.
   */
  reserve(who: string): Place | undefined
  readonly metrics: readonly Metric[]
}

/** How many run at once, and how many may wait. */
export interface HashQueueOptions {
  readonly concurrency: number
  readonly maxWaiting: number
  readonly after?: After
}

/** A place that is kept. Whoever does not run anything gives it back. */
export interface Place {
  run: HashQueue['run']
  /** After `run` it does nothing. */
  giveBack(): void
}

/** Upper ends of the buckets of the wait, in seconds. */
const WAIT_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Who waits for longer is refused: the computer has no time for passwords now. A server that closes waits for ten seconds. */
const MOST_WAIT_MILLISECONDS = 8_000

/** How many results are released together while many wait. */
const TOGETHER = 4

/**
 * The part of all places that is kept for one network. Its guesses may be over their limit, and end without a password to hash: without
 * this bound they would close the sign-in for everybody.
 */
const SHARE_OF_ONE = 1 / 4

/** From this many on, many wait: the last one waits for more hashes than any result is held back for. */
const MANY_WAITING = 2 * TOGETHER

/**
 * Makes a queue that runs `concurrency` pieces of work at once, while at most `maxWaiting` more wait.
 *
 * While many wait, results are held until four can be released together. A hash fills the processor's caches with its
 * own memory, so the code that follows (a statement, an answer, the next request) runs slowly. Four results that run
 * the same code together pay for that once. The next hash is already running, so no result is held for ever.
 */
export function hashQueue({ concurrency, maxWaiting, after = systemAfter }: HashQueueOptions): HashQueue {
  const waiting: Waiting[] = []
  const state: QueueState = {
    waiting,
    running: 0,
    reserved: new Map(),
    turnedAway: 0,
    wait: new Histogram(WAIT_BUCKETS),
  }
  const kept: (() => void)[] = []
  const goOut = (): Promise<void> | undefined => {
    if (waiting.length >= MANY_WAITING && kept.length + 1 < TOGETHER)
      return new Promise((resolve) => void kept.push(resolve))
    for (const letGo of kept.splice(0)) letGo()
    return undefined
  }
  const places = concurrency + maxWaiting
  const mostOfOne = Math.ceil(places * SHARE_OF_ONE)
  const isFull = (): boolean => {
    if (state.running + waiting.length + reservedIn(state) < places) return false
    state.turnedAway += 1
    return true
  }
  const run: HashQueue['run'] = async (work) => {
    if (isFull()) return refused('busy')
    const since = performance.now()
    const isTurn = await turn(state, concurrency, after)
    state.wait.note((performance.now() - since) / 1000)
    if (!isTurn) return refused('busy')
    try {
      const done = await work()
      if (!done.ok) state.turnedAway += 1
      return done
    } finally {
      handOn(state)
      await goOut()
    }
  }
  const reserve = (who: string) => {
    if (isFull()) return undefined
    const hasMost = (state.reserved.get(who) ?? 0) >= mostOfOne
    return hasMost ? { run, giveBack: () => undefined } : keepPlace(state, who, run)
  }
  return { run, reserve, metrics: queueMetrics(state) }
}

function reservedIn({ reserved }: QueueState): number {
  let sum = 0
  for (const count of reserved.values()) sum += count
  return sum
}

function keepPlace({ reserved }: QueueState, who: string, run: HashQueue['run']): Place {
  reserved.set(who, (reserved.get(who) ?? 0) + 1)
  let isKept = true
  const giveBack = () => {
    if (!isKept) return
    isKept = false
    const left = (reserved.get(who) ?? 0) - 1
    if (left > 0) reserved.set(who, left)
    else reserved.delete(who)
  }
  return {
    giveBack,
    run: (work) => {
      giveBack()
      return run(work)
    },
  }
}

/** One who waits. */
interface Waiting {
  begin(): void
  /** Its turn has come in time. */
  forget(): void
}

/** What the queue does at this moment. */
interface QueueState {
  readonly waiting: Waiting[]
  running: number
  /** Places that are kept, by who keeps them. */
  readonly reserved: Map<string, number>
  turnedAway: number
  readonly wait: Histogram
}

/** Resolves to whether its turn has come, in time. */
function turn(state: QueueState, concurrency: number, after: After): Promise<boolean> {
  if (state.running < concurrency) {
    state.running += 1
    return Promise.resolve(true)
  }
  return new Promise((resolve) => {
    const giveUp = () => {
      state.waiting.splice(state.waiting.indexOf(one), 1)
      state.turnedAway += 1
      resolve(false)
    }
    const one: Waiting = { begin: () => resolve(true), forget: after(MOST_WAIT_MILLISECONDS, giveUp) }
    state.waiting.push(one)
  })
}

function handOn(state: QueueState): void {
  const next = state.waiting.shift()
  if (!next) {
    state.running -= 1
    return
  }
  next.forget()
  next.begin()
}

function queueMetrics(state: QueueState): readonly Metric[] {
  return [
    gauge('portico_hashing_running', 'Password hashes that are computed now.', () => state.running),
    gauge('portico_hashing_reserved', 'Places of sign-ins that ask the database first.', () =>
      reservedIn(state),
    ),
    gauge('portico_hashing_waiting', 'Password hashes that wait for their turn.', () => state.waiting.length),
    counter(
      'portico_hashing_refused_total',
      'Requests refused because too many hashes wait, or none can be computed.',
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
