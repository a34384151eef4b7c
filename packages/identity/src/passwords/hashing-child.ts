import { type ChildProcess, fork } from 'node:child_process'
import type { After } from './after.ts'
import type { Begun, Told, Work } from './hashing-messages.ts'

/** How a process ended. Both are null where it could not be started. */
export interface Ending {
  readonly exitCode: number | null
  readonly signal: string | null
}

/** One process that hashes, from its start to its end. */
export interface HashingChild {
  readonly pid: number | undefined
  /** Its memory, when it last told it. */
  bytes(): number | undefined
  /** What it answers; undefined where it ends before. */
  ask(work: Omit<Work, 'id'>): Promise<Told | undefined>
  readonly ended: Promise<Ending>
  kill(): void
}

/** How one is started. */
export interface StartChild {
  readonly file: URL
  readonly places: number
  readonly environment?: Readonly<Record<string, string>>
  readonly after: After
  /** One that says nothing for so long while it has work is killed. Ten seconds by default. */
  readonly silentMilliseconds?: number
  /** Called where the system did not let it lower its priority. */
  onNotLowered(reason: string): void
}

const SILENT_MILLISECONDS = 10_000

/** Starts a process that hashes. It throws nothing: one that cannot be started has ended. */
export function startHashingChild(start: StartChild): HashingChild {
  const { after, onNotLowered, silentMilliseconds = SILENT_MILLISECONDS } = start
  const child = forkQuietly(start)
  const waiting = new Map<number, (told: Told | undefined) => void>()
  const ended = Promise.withResolvers<Ending>()
  let asked = 0
  let bytes: number | undefined
  let hasEnded = false
  let forget: () => void = () => undefined
  const kill = () => void child?.kill('SIGKILL')
  const watch = () => {
    forget()
    forget = waiting.size > 0 ? after(silentMilliseconds, kill) : () => undefined
  }
  const end = (ending: Ending) => {
    hasEnded = true
    forget()
    ended.resolve(ending)
    for (const answer of waiting.values()) answer(undefined)
    waiting.clear()
  }
  const answer = (id: number, told: Told | undefined) => {
    waiting.get(id)?.(told)
    if (waiting.delete(id)) watch()
  }
  child?.on('message', (told: Told | Begun) => {
    bytes = told.bytes
    if ('id' in told) answer(told.id, told)
    else if (told.notLowered !== undefined) onNotLowered(told.notLowered)
  })
  child?.on('exit', (exitCode, signal) => end({ exitCode, signal }))
  // The channel breaks when the process dies, and `exit` follows. It does not where the system could not start the process.
  child?.on('error', () => {
    if (child.pid === undefined) end(NOT_STARTED)
  })
  if (!child) end(NOT_STARTED)
  return {
    pid: child?.pid,
    bytes: () => bytes,
    ended: ended.promise,
    kill,
    ask: (work) =>
      new Promise((resolve) => {
        if (hasEnded || !child?.connected) return resolve(undefined)
        const id = (asked += 1)
        waiting.set(id, resolve)
        if (waiting.size === 1) watch()
        child.send({ id, ...work }, (fault) => void (fault && answer(id, undefined)))
      }),
  }
}

const NOT_STARTED: Ending = { exitCode: null, signal: null }

/** Most faults of a start are events; some are thrown. It has no variable of this process, so none with a secret. */
function forkQuietly({ file, places, environment }: StartChild): ChildProcess | undefined {
  try {
    return fork(file, [], {
      execArgv: [],
      env: { ...environment, UV_THREADPOOL_SIZE: `${places}` },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  } catch {
    return undefined
  }
}
