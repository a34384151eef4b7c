import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export type Environment = Readonly<Record<string, string>>

/** How a process ended, and its output. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
}

/** One run of a program. */
export interface Run {
  readonly child: ChildProcess
  readonly ended: Promise<Ending>
  /** Its output so far, on both streams. Of a log file, the last mebibyte. */
  output(): string
  /** Signals the process unless it has ended. Resolves when it has. */
  end(signal: NodeJS.Signals): Promise<Ending>
}

/** A program for Node. It ends with the process that started it. */
export interface NodeProgram {
  readonly file: string
  readonly args?: readonly string[]
  /** Its settings. It sees no others of the caller's environment. */
  readonly environment?: Environment
  /** The Node that runs it; by default the one of this process. */
  readonly node?: string
  readonly nodeOptions?: readonly string[]
  /** The file for its output, which is otherwise kept in memory. */
  readonly logFile?: string
  /** Puts the command line on a core. */
  readonly onCore?: (command: readonly string[]) => readonly string[]
}

const END_WITH_PARENT = new URL('../../scripts/end-with-parent.mjs', import.meta.url).href

function inheritedEnvironment(): Environment {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE }
}

export function startNode(program: NodeProgram): Run {
  const { node = process.execPath, nodeOptions = [], args = [], logFile, onCore = (line) => line } = program
  const line = onCore([node, ...nodeOptions, '--import', END_WITH_PARENT, program.file, ...args])
  const [command = '', ...rest] = line
  const log = logFile === undefined ? 'pipe' : openSync(logFile, 'a')
  const child = spawn(command, rest, {
    env: { ...inheritedEnvironment(), ...program.environment },
    stdio: ['ignore', log, log, 'ipc'],
  })
  if (typeof log === 'number') closeSync(log)
  return watch(child, logFile)
}

/** Collects a child's output and how it ends. */
export function watch(child: ChildProcess, logFile?: string): Run {
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const joined = () => {
    // In one piece from now on: tests ask often, and there may be many pieces.
    said.splice(0, said.length, said.join(''))
    return said[0] ?? ''
  }
  const output = () => (logFile === undefined ? joined() : endOf(logFile))
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, output: output() }))
  })
  return {
    child,
    ended,
    output,
    end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return ended
    },
  }
}

const MEBIBYTE = 2 ** 20

/** The last mebibyte of a file. The log of a long run does not fit into a string. */
function endOf(file: string): string {
  const open = openSync(file, 'r')
  try {
    const { size } = fstatSync(open)
    const bytes = Buffer.alloc(Math.min(size, MEBIBYTE))
    return bytes.toString('utf8', 0, readSync(open, bytes, 0, bytes.length, size - bytes.length))
  } finally {
    closeSync(open)
  }
}

/** The next message of a child. Throws where it ends first, or sends none in time. */
export async function nextMessage<Message>({ child, ended }: Run, withinSeconds: number): Promise<Message> {
  const over = new AbortController()
  const { signal } = over
  const message = once(child, 'message', { signal }).then(([first]) => first as Message)
  const end = ended.then(({ output }): never => {
    throw new Error(`${child.spawnargs.join(' ')} ended: ${output.slice(-2_000)}`)
  })
  const late = wait(withinSeconds * 1000, undefined, { signal }).then((): never => {
    throw new Error(`${child.spawnargs.join(' ')} said nothing for ${withinSeconds} s`)
  })
  return Promise.race([message, end, late]).finally(() => over.abort())
}

const STOP_MILLISECONDS = 5_000

/** Sends SIGTERM, and SIGKILL where the process does not end. */
export async function stop(run: Run): Promise<void> {
  const hard = setTimeout(() => void run.end('SIGKILL'), STOP_MILLISECONDS)
  await run.end('SIGTERM').finally(() => clearTimeout(hard))
}
