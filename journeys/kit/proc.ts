import { readdirSync, readFileSync } from 'node:fs'

/** Fields of `/proc/<pid>/stat`. */
export interface ProcessStat {
  readonly parentPid: number
  /** CPU time of its own, in clock ticks. */
  readonly ownTicks: number
  /** CPU time of children that ended and were waited for, in clock ticks. */
  readonly endedChildrenTicks: number
}

/** Linux counts CPU time in hundredths of a second, whatever the kernel's own tick is. */
const MICROSECONDS_PER_TICK = 10_000

/** CPU time of the whole machine, in clock ticks of all its cores. */
export interface MachineTicks {
  readonly all: number
  /** The time in which this machine could have run, but the host ran another machine. */
  readonly stolen: number
}

/** Fields of `/proc/stat`. The time of guests comes after these, and is included in them. */
const TICK_FIELDS = 8
const STOLEN_FIELD = 7

/** Reads `/proc/stat`. Nothing if it has no stolen time. */
export function parseMachineStat(text: string): MachineTicks | undefined {
  const fields = /^cpu +(.*)$/m.exec(text)?.[1]?.split(' ').slice(0, TICK_FIELDS).map(Number) ?? []
  const stolen = fields[STOLEN_FIELD]
  return stolen === undefined ? undefined : { all: fields.reduce((sum, each) => sum + each, 0), stolen }
}

/** The CPU time of the machine so far. Nothing without `/proc`. */
export function machineTicks(): MachineTicks | undefined {
  return parseMachineStat(readQuietly('/proc/stat') ?? '')
}

/** The share of the time between two readings that the host gave to other machines. Nothing if one of them failed. */
export function stolenShare(
  before: MachineTicks | undefined,
  after: MachineTicks | undefined,
): number | undefined {
  return before && after && (after.stolen - before.stolen) / Math.max(after.all - before.all, 1)
}

/** Reads a line of `/proc/<pid>/stat`. The name in parentheses may contain spaces and parentheses. */
export function parseStat(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const number = (place: number) => Number(fields[place] ?? Number.NaN)
  return {
    parentPid: number(1),
    ownTicks: number(11) + number(12),
    endedChildrenTicks: number(13) + number(14),
  }
}

/** A size in MiB from `/proc/<pid>/status`, such as `VmRSS` (now) or `VmHWM` (the maximum). */
export function parseStatusMebibytes(status: string, field: 'VmRSS' | 'VmHWM'): number | undefined {
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024
}

/** CPU microseconds that a process has used. Nothing without `/proc`. */
export function cpuMicroseconds(pid: number): number | undefined {
  const stat = statOf(pid)
  return stat && stat.ownTicks * MICROSECONDS_PER_TICK
}

/**
 * CPU microseconds of a process, its living children and its ended ones: a PostgreSQL server with all its backends, or the service
 * with the process that hashes.
 */
export function familyCpuMicroseconds(pid: number): number | undefined {
  const head = statOf(pid)
  if (!head) return undefined
  const living = childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.ownTicks ?? 0), 0)
  return (head.ownTicks + head.endedChildrenTicks + living) * MICROSECONDS_PER_TICK
}

/** Memory of a process in MiB: `VmRSS` is the current value, `VmHWM` the maximum. */
export function memoryMebibytes(pid: number, field: 'VmRSS' | 'VmHWM'): number | undefined {
  return parseStatusMebibytes(readQuietly(`/proc/${pid}/status`) ?? '', field)
}

/** Memory of a process and its children in MiB. What they share counts for each. */
export function familyMemoryMebibytes(pid: number, field: 'VmRSS' | 'VmHWM'): number | undefined {
  const head = memoryMebibytes(pid, field)
  return head === undefined
    ? undefined
    : childrenOf(pid).reduce((sum, child) => sum + (memoryMebibytes(child, field) ?? 0), head)
}

function childrenOf(pid: number): readonly number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.map(Number).filter((each) => parentOf(each) === pid)
}

/** The parent of a process. Nothing without `/proc`. */
export function parentOf(pid: number): number | undefined {
  return statOf(pid)?.parentPid
}

function statOf(pid: number): ProcessStat | undefined {
  const line = readQuietly(`/proc/${pid}/stat`)
  return line === undefined ? undefined : parseStat(line)
}

function readQuietly(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
