import type { Log } from '../platform/log.ts'
import { counter, gauge, type Metric } from '../platform/metric.ts'
import { accepted, refused } from '../platform/result.ts'
import { type After, systemAfter } from './after.ts'
import type { Argon2 } from './argon2.ts'
import { type Ending, type HashingChild, startHashingChild } from './hashing-child.ts'

/** A process that hashes, at a lower priority. */
export interface HashingProcess extends Argon2 {
  /** Starts it before the first hash is wanted. */
  start(): void
  /** Ends it, and resolves when it has ended. */
  close(): Promise<void>
  /** Undefined while none runs. */
  pid(): number | undefined
  /** Whether one runs and has said its first word. */
  runs(): boolean
  readonly metrics: readonly Metric[]
}

/** What it needs. */
export interface HashingProcessNeeds {
  readonly log: Log
  /** How many hashes it computes at once. */
  readonly places: number
  /** What else its Node has in its environment. */
  readonly environment?: Readonly<Record<string, string>>
  readonly after?: After
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
  readonly file?: URL
  /** It is killed when it says nothing for so long while it has work. */
  readonly silentMilliseconds?: number
}

const FILE = new URL('./hashing-process.ts', import.meta.url)
const FIRST_PAUSE_MILLISECONDS = 1_000
const LONGEST_PAUSE_MILLISECONDS = 60_000
/** One that ends after this time is started again at once. */
const STABLE_MILLISECONDS = 60_000

/** Opens the process. It starts with `start`, or with the first hash. */
export function openHashingProcess(needs: HashingProcessNeeds): HashingProcess {
  const kept = keepOneRunning(needs)
  return {
    start: () => void kept.running(),
    pid: () => kept.now()?.pid,
    runs: () => kept.now()?.bytes() !== undefined,
    close: () => kept.close(),
    hash: async (password) => {
      const told = await kept.running()?.ask({ password })
      return told?.hash === undefined ? refused('busy') : accepted(told.hash)
    },
    verify: async (hash, password) => {
      const told = await kept.running()?.ask({ hash, password })
      if (!told) return refused('busy')
      return told.isRight === undefined ? refused('unreadable') : accepted(told.isRight)
    },
    metrics: [
      gauge('portico_hashing_process_bytes', 'Memory of the process that hashes.', () => kept.now()?.bytes()),
      counter('portico_hashing_process_deaths_total', 'Processes that hash and ended by themselves.', () =>
        kept.deaths(),
      ),
    ],
  }
}

/** The process that runs, whichever it is. */
interface Kept {
  /** Starts one where none runs. Undefined in a pause, and after the end. */
  running(): HashingChild | undefined
  now(): HashingChild | undefined
  deaths(): number
  close(): Promise<void>
}

/**
 * Keeps one process. Where it ends, what it was asked is answered `busy`, and another one is started: at once, and after a growing
 * pause where that happens again within a minute. In a pause all is `busy`.
 */
function keepOneRunning(needs: HashingProcessNeeds): Kept {
  const { log, after = systemAfter, now = () => performance.now(), file = FILE } = needs
  let child: HashingChild | undefined
  let pause = 0
  let deaths = 0
  let isClosed = false
  let endPause: (() => void) | undefined
  const onNotLowered = (reason: string) => log.warn('hashing-priority-refused', { 'error.message': reason })
  const running = (): HashingChild | undefined => {
    if (!isClosed && !endPause) child ??= begin()
    return child
  }
  const begin = (): HashingChild => {
    const [one, since] = [startHashingChild({ ...needs, file, after, onNotLowered }), now()]
    void one.ended.then((ending) => {
      child = undefined
      if (isClosed) return
      deaths += 1
      if (now() - since >= STABLE_MILLISECONDS) pause = 0
      logDeath(log, one, ending, pause)
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

function logDeath(log: Log, { pid }: HashingChild, { exitCode, signal }: Ending, pause: number): void {
  log.error('hashing-process-ended', {
    'process.pid': pid,
    'process.exit_code': exitCode,
    'portico.signal': signal,
    'portico.restart_in_ms': pause,
  })
}
