import { execFileSync } from 'node:child_process'

/** The core that the measured server has for itself. */
const SERVER_CORE = '0'

/** The core that PostgreSQL and the load share. */
const LOAD_CORE = '1'

/** On which cores processes run: on any where the machine has no `taskset` or a single core. */
export interface Pinning {
  readonly pinned: boolean
  /** The command line that runs a server on the core of servers. */
  onServerCore(command: readonly string[]): readonly string[]
}

/** Puts this process, and so every child that is not told otherwise, on the core of the load. */
export function pinToCores(): Pinning {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', LOAD_CORE, String(process.pid)], { stdio: 'ignore' })
  } catch {
    return { pinned: false, onServerCore: (command) => command }
  }
  return { pinned: true, onServerCore: (command) => ['taskset', '-c', SERVER_CORE, ...command] }
}
