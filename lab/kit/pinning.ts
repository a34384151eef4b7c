import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The core that the measured server has for itself. */
const SERVER_CORE = '0'

/** The core that PostgreSQL and the load share. */
const LOAD_CORE = '1'

type CommandLine = (command: readonly string[]) => readonly string[]

/** On which cores processes run: on any where the machine has no `taskset` or a single core. */
export interface Pinning {
  readonly pinned: boolean
  /** The command line that runs a server on the core of servers. */
  readonly onServerCore: CommandLine
  readonly onAnyCore: CommandLine
}

/** Puts this process, and so every child that is not told otherwise, on the core of the load. */
export function pinToCores(): Pinning {
  const cores = availableParallelism()
  try {
    execFileSync('taskset', ['-a', '-p', '-c', LOAD_CORE, String(process.pid)], { stdio: 'ignore' })
  } catch {
    return { pinned: false, onServerCore: (command) => command, onAnyCore: (command) => command }
  }
  const on = (cores: string) => (command: readonly string[]) => ['taskset', '-c', cores, ...command]
  return { pinned: true, onServerCore: on(SERVER_CORE), onAnyCore: on(`0-${cores - 1}`) }
}
