import { readdirSync, readlinkSync } from 'node:fs'

/** The processes whose working directory this is: those of a PostgreSQL server. */
export function processesIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolder(name) === folder)
    .map(Number)
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Signals processes, of which some may have ended. */
export function signalQuietly(pids: readonly number[], how: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, how)
    } catch {
      // It has ended.
    }
  }
}
