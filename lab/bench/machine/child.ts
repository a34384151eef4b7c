import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A program that runs beside this one and ends with it. */
export interface ProgramStart {
  /** Names it in messages. */
  readonly name: string
  readonly file: string
  /** The Node that runs it; without it the one that runs this. */
  readonly node?: string
  readonly nodeOptions?: readonly string[]
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Where its output goes. */
  readonly logFile: string
  /** Puts the command line on a core. */
  readonly onCore?: (command: readonly string[]) => readonly string[]
}

/** A program that runs. */
export interface RunningProgram {
  readonly pid: number
  send(message: unknown): void
  /** The next message that it sends; throws when it ends instead, or says nothing in time. */
  nextMessage<Message>(withinSeconds: number): Promise<Message>
  stop(): Promise<void>
}

const STOP_MILLISECONDS = 5_000

const endWithParent = new URL('../../../scripts/end-with-parent.mjs', import.meta.url).href
const compileCache = fileURLToPath(new URL('../../../.runtime/compile-cache', import.meta.url))

const profiles = fileURLToPath(new URL('../results/profiles', import.meta.url))

/** Starts a program; it is ended by its own pid, and it ends by itself when this process goes. */
export function startProgram(start: ProgramStart): RunningProgram {
  const node = [start.node ?? process.execPath, ...(start.nodeOptions ?? []), '--import', endWithParent]
  const line = [...node, ...profilerOptions(start.name), start.file, ...(start.args ?? [])]
  const [command = '', ...args] = start.onCore ? start.onCore(line) : line
  const log = openSync(start.logFile, 'a')
  const child = spawn(command, args, {
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...inherited(), NODE_COMPILE_CACHE: compileCache, NODE_ENV: 'production', ...start.environment },
  })
  closeSync(log)
  const { pid } = child
  if (pid === undefined) throw new Error(`${start.name} could not be started`)
  // A message that can no longer be sent: whoever waits for the answer hears that the program ended.
  child.on('error', () => undefined)
  return {
    pid,
    send: (message) => void child.send(message as object),
    nextMessage: (withinSeconds) => nextMessage(child, start, withinSeconds),
    stop: () => stop(child),
  }
}

/** Settings of the caller's own shell shall not change what is measured. */
function inherited(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  return { PATH, HOME, TMPDIR, LANG }
}

/** `BENCH_PROFILE=portico` writes a CPU profile of the program of that name when it stops. */
function profilerOptions(name: string): readonly string[] {
  return process.env['BENCH_PROFILE'] === name ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []
}

function nextMessage<Message>(
  child: ChildProcess,
  { name, logFile }: ProgramStart,
  withinSeconds: number,
): Promise<Message> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('exit', onExit)
      outcome()
    }
    const onMessage = (message: unknown) => settle(() => resolve(message as Message))
    const onExit = () => settle(() => reject(new Error(`${name} ended; ${logFile} may say why`)))
    const late = () => settle(() => reject(new Error(`${name} said nothing for ${withinSeconds} s`)))
    const timer = setTimeout(late, withinSeconds * 1000)
    child.on('message', onMessage)
    child.on('exit', onExit)
    if (child.exitCode !== null || child.signalCode !== null) onExit()
  })
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const hard = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS)
    child.once('exit', () => {
      clearTimeout(hard)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
