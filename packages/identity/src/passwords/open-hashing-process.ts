import type { After } from '../platform/child/after.ts'
import { keepOneRunning } from '../platform/child/keep-one-running.ts'
import { startChild } from '../platform/child/start-child.ts'
import type { Log } from '../platform/log.ts'
import { counter, gauge, type Metric } from '../platform/metric.ts'
import { accepted, refused } from '../platform/result.ts'
import type { Argon2 } from './argon2.ts'
import type { Begun, Told, Work } from './hashing-messages.ts'

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

/** Opens the process. It starts with `start`, or with the first hash. What it cannot answer, because it has ended or rests after a fault, is `busy`. */
export function openHashingProcess(needs: HashingProcessNeeds): HashingProcess {
  const { log, places, file = FILE } = needs
  const environment = { ...needs.environment, UV_THREADPOOL_SIZE: `${places}` }
  const onBegun = ({ notLowered }: Begun) => {
    if (notLowered !== undefined) log.warn('hashing-priority-refused', { 'error.message': notLowered })
  }
  const kept = keepOneRunning({
    ...needs,
    event: 'hashing-process-ended',
    start: (after) => startChild<Work, Told, Begun>({ ...needs, file, environment, after, onBegun }),
  })
  return {
    start: () => void kept.running(),
    pid: () => kept.now()?.pid,
    runs: () => kept.now()?.latest() !== undefined,
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
      gauge(
        'portico_hashing_process_bytes',
        'Memory of the process that hashes.',
        () => kept.now()?.latest()?.bytes,
      ),
      counter('portico_hashing_process_deaths_total', 'Processes that hash and ended by themselves.', () =>
        kept.deaths(),
      ),
    ],
  }
}
