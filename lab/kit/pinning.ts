import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The core that the measured server has for itself. */
const SERVER_CORE = 0

/** The core that PostgreSQL and the load share. */
const LOAD_CORE = 1

/** How processes are held to cores; nothing is held where the machine has no `taskset` or a single core. */
export interface Pinning {
  readonly pinned: boolean
  /** How many servers can have a core of their own beside the load's. */
  readonly serverCores: number
  /** The command line that runs a server on its core. */
  onServerCore(command: readonly string[]): readonly string[]
  /** The same for the one of several servers at this place; on any core where not each of them can have its own. */
  onCoreOf(place: number, servers: number): (command: readonly string[]) => readonly string[]
}

/** Holds this process, and so every child that is not told otherwise, to the core of the load. */
export function pinToCores(): Pinning {
  const cores = availableParallelism()
  try {
    execFileSync('taskset', ['-a', '-p', '-c', String(LOAD_CORE), String(process.pid)], { stdio: 'ignore' })
  } catch {
    const asItIs = (command: readonly string[]) => command
    return { pinned: false, serverCores: 0, onServerCore: asItIs, onCoreOf: () => asItIs }
  }
  const on = (list: string) => (command: readonly string[]) => ['taskset', '-c', list, ...command]
  return {
    pinned: true,
    serverCores: cores - 1,
    onServerCore: on(String(SERVER_CORE)),
    onCoreOf: (place, servers) => on(coreList(place, servers, cores)),
  }
}

/** The cores of one of several servers, as `taskset` reads them: the load's is left out if each can have its own. */
export function coreList(place: number, servers: number, cores: number): string {
  if (servers > cores - 1) return `0-${cores - 1}`
  return String(place < LOAD_CORE ? place : place + 1)
}
