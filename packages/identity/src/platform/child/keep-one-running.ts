import type { Log } from '../log.ts'
import { type After, systemAfter } from './after.ts'
import type { Child, Ending } from './start-child.ts'

/** The process that runs, whichever it is. */
export interface Kept<Work, Told, Begun> {
  /** Starts one where none runs. Undefined in a pause, and after the end. */
  running(): Child<Work, Told, Begun> | undefined
  now(): Child<Work, Told, Begun> | undefined
  deaths(): number
  /** Ends it, and resolves when it has ended. */
  close(): Promise<void>
}

/** What keeps one. */
export interface KeepNeeds<Work, Told, Begun> {
  start(after: After): Child<Work, Told, Begun>
  readonly log: Pick<Log, 'error'>
  /** What the log says when one ends by itself. */
  readonly event: string
  readonly after?: After | undefined
  /** Milliseconds of a clock that never goes back. */
  readonly now?: (() => number) | undefined
}

const FIRST_PAUSE_MILLISECONDS = 1_000
const LONGEST_PAUSE_MILLISECONDS = 60_000
/** One that ends after this time is started again at once. */
const STABLE_MILLISECONDS = 60_000

/**
 * Keeps one process. Where it ends, what it was asked stays unanswered, and another one is started: at once, and after a growing
 * pause where that happens again within a minute.
 */
export function keepOneRunning<Work, Told, Begun>(
  needs: KeepNeeds<Work, Told, Begun>,
): Kept<Work, Told, Begun> {
  const { log, event, after = systemAfter, now = () => performance.now() } = needs
  let child: Child<Work, Told, Begun> | undefined
  let pause = 0
  let deaths = 0
  let isClosed = false
  let endPause: (() => void) | undefined
  const running = () => {
    if (!isClosed && !endPause) child ??= begin()
    return child
  }
  const begin = () => {
    const [one, since] = [needs.start(after), now()]
    void one.ended.then((ending) => {
      child = undefined
      if (isClosed) return
      deaths += 1
      if (now() - since >= STABLE_MILLISECONDS) pause = 0
      log.error(event, endingOf(one.pid, ending, pause))
      restartAfter(pause)
      pause = Math.min(Math.max(pause * 2, FIRST_PAUSE_MILLISECONDS), LONGEST_PAUSE_MILLISECONDS)
    })
    return one
  }
  const restartAfter = (milliseconds: number) => {
    if (milliseconds === 0) return void running()
    endPause = after(milliseconds, () => {
      endPause = undefined
      running()
    })
  }
  return {
    running,
    now: () => child,
    deaths: () => deaths,
    close: async () => {
      isClosed = true
      endPause?.()
      child?.kill()
      await child?.ended
    },
  }
}

function endingOf(pid: number | undefined, { exitCode, signal }: Ending, pause: number) {
  return {
    'process.pid': pid,
    'process.exit_code': exitCode,
    'portico.signal': signal,
    'portico.restart_in_ms': pause,
  }
}
