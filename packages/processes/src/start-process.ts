import cluster from 'node:cluster'
import {
  type Asked,
  type Question,
  type Serving,
  START_VARIABLE,
  type StartKind,
  type Told,
} from './messages.ts'

/** How a process ended. Both are null where it could not be started. */
export interface Ending {
  readonly exitCode: number | null
  readonly signal: string | null
}

/** One process of a server, as its parent sees it. */
export interface ServerProcess {
  readonly pid: number
  /** Resolves when it serves; never, where it ends before. */
  readonly serves: Promise<Serving>
  readonly ended: Promise<Ending>
  /** What it answers; undefined where it does not, because it has ended or is too busy. */
  ask(what: Asked): Promise<unknown>
  /** SIGTERM: lets go of its callers first. SIGINT: ends when its requests are answered. */
  end(signal: 'SIGTERM' | 'SIGINT'): void
}

/** How long the parent waits for an answer. A scraper waits for ten seconds. */
const PATIENCE_MILLISECONDS = 5_000

/**
 * Starts this program once more, with the same arguments. The parent opens the port, and every process takes connections from the one
 * queue of it. A connection that no process has taken is nobody's, so none is lost with a process that ends
 * (docs/decisions/0104-one-queue-of-connections.md).
 * Told to end, it is killed where it has not ended after `endsWithinMilliseconds`.
 */
export function startProcess(kind: StartKind, endsWithinMilliseconds: number): ServerProcess {
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const worker = cluster.fork({ [START_VARIABLE]: kind })
  const waiting = new Map<number, (answer: unknown) => void>()
  const serving = Promise.withResolvers<Serving>()
  const ended = Promise.withResolvers<Ending>()
  let asked = 0
  let last: NodeJS.Timeout | undefined
  worker.on('message', (told: Told) => {
    if ('serves' in told) serving.resolve(told.serves)
    else waiting.get(told.id)?.(told.answer)
  })
  worker.on('exit', (exitCode: number | null, signal: string | null) => {
    clearTimeout(last)
    ended.resolve({ exitCode, signal })
    for (const answer of waiting.values()) answer(undefined)
  })
  // The channel breaks when the process dies, and `exit` follows. It does not where the system could not start the process.
  worker.on('error', () => {
    if (worker.process.pid === undefined) ended.resolve({ exitCode: null, signal: null })
  })
  return {
    pid: worker.process.pid ?? 0,
    serves: serving.promise,
    ended: ended.promise,
    end: (signal) => {
      worker.process.kill(signal)
      last ??= setTimeout(() => worker.process.kill('SIGKILL'), endsWithinMilliseconds).unref()
    },
    ask: async (what) => {
      const id = (asked += 1)
      const question: Question = { id, ask: what }
      const { promise, resolve } = Promise.withResolvers<unknown>()
      waiting.set(id, resolve)
      const timer = setTimeout(resolve, PATIENCE_MILLISECONDS, undefined)
      if (worker.isConnected()) worker.send(question, (error) => void (error && resolve(undefined)))
      else resolve(undefined)
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(id)
      })
    },
  }
}
