import type { Log } from '../log.ts'

/** Work that is done again and again until it is stopped. */
export interface Repeating {
  /** Stops it, and waits for a round that is under way. */
  stop(): Promise<void>
}

/** What is repeated, and how often. */
export interface RepeatedWork {
  readonly name: string
  readonly everyMilliseconds: number
  /** One round; `again` asks for the next one at once, because there is more to do. */
  round(): Promise<'done' | 'again'>
}

/** Repeats work in the background; a round that fails is logged and tried again at the next turn. */
export function repeat(log: Log, work: RepeatedWork): Repeating {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let underWay: Promise<void> = Promise.resolve()

  const turn = async (): Promise<void> => {
    const outcome = await work.round().catch((error: unknown) => {
      log.warn('background-work-failed', {
        work: work.name,
        error: error instanceof Error ? error.message : 'unknown',
      })
      return 'done' as const
    })
    if (!stopped) schedule(outcome === 'again' ? 0 : work.everyMilliseconds)
  }
  const schedule = (milliseconds: number): void => {
    timer = setTimeout(() => {
      underWay = turn()
    }, milliseconds)
    timer.unref()
  }
  schedule(work.everyMilliseconds)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await underWay
    },
  }
}
