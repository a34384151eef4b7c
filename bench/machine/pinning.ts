import { execFileSync } from 'node:child_process'

/** The core that the measured server has for itself. */
const SERVER_CORE = 0

/** The core that PostgreSQL and the load share. */
const LOAD_CORE = 1

/** How processes are held to cores; nothing is held where the machine has no `taskset` or a single core. */
export interface Pinning {
  readonly pinned: boolean
  /** The command line that runs a server on its core. */
  onServerCore(command: readonly string[]): readonly string[]
}

/** Holds this process, and so every child that is not told otherwise, to the core of the load. */
export function pinToCores(): Pinning {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', String(LOAD_CORE), String(process.pid)], { stdio: 'ignore' })
    return { pinned: true, onServerCore: (command) => ['taskset', '-c', String(SERVER_CORE), ...command] }
  } catch {
    return { pinned: false, onServerCore: (command) => command }
  }
}
