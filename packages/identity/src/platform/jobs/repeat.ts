import type { Log } from '../log.ts'

/** Work that repeats until it is stopped. */
export interface Repeating {
  /** Stops the work, and waits for the current round. */
  stop(): Promise<void>
}

/** The work, and how often to do it. */
export interface RepeatedWork {
  readonly name: string
  /** The pause after a round; a function is asked after each. */
  readonly everyMilliseconds: number | (() => number)
  /** Does one round. `again` starts the next round at once, because more work is waiting. */
  round(): Promise<'done' | 'again'>
}

/** Says that work beside the requests has failed, and goes on. */
export function logFailedWork(log: Pick<Log, 'warn'>, name: string, error: unknown): void {
  log.warn('background-work-failed', {
    'portico.work': name,
    'error.message': error instanceof Error ? error.message : 'unknown',
  })
}

/** Repeats work in the background. A round that fails is logged, and the next round tries again. */
export function repeat(log: Log, work: RepeatedWork): Repeating {
  const { everyMilliseconds: every } = work
  const pause = () => (typeof every === 'number' ? every : every())
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let underWay: Promise<void> = Promise.resolve()

  const turn = async (): Promise<void> => {
    const outcome = await work.round().catch((error: unknown) => {
      logFailedWork(log, work.name, error)
      return 'done' as const
    })
    if (!stopped) schedule(outcome === 'again' ? 0 : pause())
  }
  const schedule = (milliseconds: number): void => {
    timer = setTimeout(() => {
      underWay = turn()
    }, milliseconds)
    timer.unref()
  }
  schedule(pause())
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await underWay
    },
  }
}
