import { type ChildProcess, fork } from 'node:child_process'
import type { After } from './after.ts'

/** How a process ended. Both are null where it could not be started. */
export interface Ending {
  readonly exitCode: number | null
  readonly signal: string | null
}

/** A message with the number of what was asked. */
export type Numbered<Message> = Message & { readonly id: number }

/** One process that answers what it is asked, from its start to its end. */
export interface Child<Work, Told, Begun> {
  readonly pid: number | undefined
  /** What it told last; undefined before its first word. */
  latest(): Begun | Told | undefined
  /** What it answers; undefined where it ends before. */
  ask(work: Work): Promise<Told | undefined>
  readonly ended: Promise<Ending>
  kill(): void
}

/** How one is started. */
export interface StartChild<Begun> {
  readonly file: URL
  /** All variables that it has: none of this process, so none with a secret. */
  readonly environment: Readonly<Record<string, string>>
  /** What it is sent before everything else. */
  readonly first?: object | undefined
  readonly after: After
  /** One that says nothing for so long while it has work is killed. Ten seconds by default. */
  readonly silentMilliseconds?: number | undefined
  /** One that has not said its first word after so long is killed. Without it, it may take as long as it wants. */
  readonly firstWordMilliseconds?: number | undefined
  /** Called with its first word. */
  onBegun(begun: Begun): void
}

const SILENT_MILLISECONDS = 10_000

/** Starts a process that answers. It throws nothing: one that cannot be started has ended. */
export function startChild<Work extends object, Told extends object, Begun extends object>(
  start: StartChild<Begun>,
): Child<Work, Told, Begun> {
  const child = forkQuietly(start)
  const ended = Promise.withResolvers<Ending>()
  const kill = () => void child?.kill('SIGKILL')
  const questions = openQuestions<Told>(start, kill)
  const hasBegun = firstWordIn(start, kill)
  let latest: Begun | Told | undefined
  let asked = 0
  let hasEnded = false
  const end = (ending: Ending) => {
    hasEnded = true
    hasBegun()
    ended.resolve(ending)
    questions.end()
  }
  child?.on('message', (told: Numbered<Told> | Begun) => {
    if (typeof told !== 'object' || told === null) return
    hasBegun()
    latest = told
    if (isNumbered(told)) questions.answer(told.id, told)
    else start.onBegun(told)
  })
  child?.on('exit', (exitCode, signal) => end({ exitCode, signal }))
  // The channel breaks when the process dies, and `exit` follows. It does not where the system could not start the process.
  child?.on('error', () => {
    if (child.pid === undefined) end(NOT_STARTED)
  })
  if (!child) end(NOT_STARTED)
  else if (start.first) child.send(start.first, (fault) => void (fault && kill()))
  return {
    pid: child?.pid,
    latest: () => latest,
    ended: ended.promise,
    kill,
    ask: (work) =>
      new Promise((resolve) => {
        if (hasEnded || !child?.connected) return resolve(undefined)
        const id = (asked += 1)
        questions.add(id, resolve)
        child.send({ ...work, id }, (fault) => void (fault && questions.answer(id, undefined)))
      }),
  }
}

/** Waits for the first word, where it may be waited for too long. Returns what is called when it has come. */
function firstWordIn(
  { after, firstWordMilliseconds }: Pick<StartChild<never>, 'after' | 'firstWordMilliseconds'>,
  onSilence: () => void,
): () => void {
  return firstWordMilliseconds === undefined ? () => undefined : after(firstWordMilliseconds, onSilence)
}

/** What was asked and is not answered. `onSilence` is called where no answer comes for too long. */
function openQuestions<Told>(
  {
    after,
    silentMilliseconds = SILENT_MILLISECONDS,
  }: Pick<StartChild<never>, 'after' | 'silentMilliseconds'>,
  onSilence: () => void,
) {
  const waiting = new Map<number, (told: Told | undefined) => void>()
  let forget: () => void = () => undefined
  const watch = () => {
    forget()
    forget = waiting.size > 0 ? after(silentMilliseconds, onSilence) : () => undefined
  }
  return {
    add(id: number, answer: (told: Told | undefined) => void) {
      waiting.set(id, answer)
      if (waiting.size === 1) watch()
    },
    answer(id: number, told: Told | undefined) {
      waiting.get(id)?.(told)
      if (waiting.delete(id)) watch()
    },
    end() {
      forget()
      for (const answer of waiting.values()) answer(undefined)
      waiting.clear()
    },
  }
}

const NOT_STARTED: Ending = { exitCode: null, signal: null }

function isNumbered<Told extends object>(told: Numbered<Told> | object): told is Numbered<Told> {
  return 'id' in told
}

/** Most faults of a start are events; some are thrown. */
function forkQuietly({ file, environment }: StartChild<never>): ChildProcess | undefined {
  try {
    return fork(file, [], { execArgv: [], env: environment, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  } catch {
    return undefined
  }
}
