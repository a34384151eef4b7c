import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Identifies a process for ever: its id and, on Linux, its start time. `undefined` where it has ended, even before its
 * parent has read the exit code (a zombie).
 */
export function processIdentity(pid: number): string | undefined {
  if (!existsSync('/proc/self/stat')) return isSignalable(pid) ? String(pid) : undefined
  const stat = readOptional(`/proc/${pid}/stat`)
  // The name, in parentheses, may contain anything. The fields after it are state, parent, ... and, 20th, the start
  // time.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${pid}:${fields[19] ?? ''}`
}

/**
 * Whether the process is PostgreSQL's and works on the cluster: its working directory is the cluster's folder. A zombie is
 * not, nor another program that has the process id now. Where the system does not tell: whether such a process exists.
 */
export function isServerProcess(pid: number, cluster: string): boolean {
  if (!existsSync('/proc/self/cwd')) return isSignalable(pid)
  if (readLinkOptional(`/proc/${pid}/cwd`) !== cluster) return false
  return readOptional(`/proc/${pid}/comm`)?.startsWith('postgres') ?? false
}

/** PostgreSQL's processes on the cluster, also those whose server has ended. None where the system does not tell. */
export function serverProcesses(cluster: string): number[] {
  if (!existsSync('/proc/self/cwd')) return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => isServerProcess(pid, cluster))
}

/** The text of a file; `undefined` where it cannot be read. */
export function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function readLinkOptional(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
