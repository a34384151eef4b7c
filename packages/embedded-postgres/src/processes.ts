import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * What tells a process from every other that ever had its number: the number and, on Linux, when it started.
 * `undefined` when it has ended, also when nobody has collected its exit code yet (a zombie).
 */
export function processIdentity(pid: number): string | undefined {
  if (!existsSync('/proc/self/stat')) return isSignalable(pid) ? String(pid) : undefined
  const stat = readOptional(`/proc/${pid}/stat`)
  // The name, in parentheses, may hold anything: what follows its end is state, parent, ... and, 20th, the start.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${pid}:${fields[19] ?? ''}`
}

/**
 * Whether the process is PostgreSQL's and works on the cluster: all of its processes do so in the cluster's folder. A
 * zombie does not, nor does another program that has the number by now. Where the system does not tell: whether there
 * is such a process.
 */
export function isServerProcess(pid: number, cluster: string): boolean {
  if (!existsSync('/proc/self/cwd')) return isSignalable(pid)
  if (readLinkOptional(`/proc/${pid}/cwd`) !== cluster) return false
  return readOptional(`/proc/${pid}/comm`)?.startsWith('postgres') ?? false
}

/** PostgreSQL's processes on the cluster, with those that outlived their server; none where the system does not tell. */
export function serverProcesses(cluster: string): number[] {
  if (!existsSync('/proc/self/cwd')) return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => isServerProcess(pid, cluster))
}

/** The file's text, or `undefined` when it cannot be read. */
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
