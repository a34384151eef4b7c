import { execFileSync } from 'node:child_process'

/** The core that the measured server has for itself. */
const SERVER_CORE = '0'

/** The core that PostgreSQL and the load share. */
const LOAD_CORE = '1'

/** The cores of processes. Without `taskset`, or with a single core, nothing is pinned. */
export interface Pinning {
  readonly pinned: boolean
  /** The command line that runs a server on the core of servers. */
  onServerCore(command: readonly string[]): readonly string[]
}

/** Pins this process, and so every child without another core, to the core of the load. */
export function pinToCores(): Pinning {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', LOAD_CORE, String(process.pid)], { stdio: 'ignore' })
  } catch {
    return { pinned: false, onServerCore: (command) => command }
  }
  return { pinned: true, onServerCore: (command) => ['taskset', '-c', SERVER_CORE, ...command] }
}
