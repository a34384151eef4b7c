import { setTimeout as wait } from 'node:timers/promises'
import type { Contestant, OperationName, Server } from '../contestants/contestant.ts'
import type { Shots } from '../load/plan.ts'
import {
  cpuMicroseconds,
  familyCpuMicroseconds,
  machineTicks,
  memoryMebibytes,
  stolenShare,
} from '../machine/proc.ts'
import type { Stage } from '../stage.ts'
import { type Generator, generate } from './generate.ts'

/** What one contestant did in one slice of time. */
export interface Slice {
  readonly perSecond: number
  readonly p50Milliseconds?: number | undefined
  readonly p99Milliseconds?: number | undefined
  /** CPU time of the server for each request. */
  readonly serverMicroseconds?: number | undefined
  /** CPU time of PostgreSQL for each request. */
  readonly postgresMicroseconds?: number | undefined
  /** How many cores the server used: where it is far below 1, the load or PostgreSQL was the limit. */
  readonly serverBusy?: number | undefined
  /** How much of a core the load used. */
  readonly loadBusy?: number | undefined
  readonly memoryMebibytes?: number | undefined
  /** The share of the machine's time that the host gave to others meanwhile. */
  readonly stolen?: number | undefined
  /** How often it was measured until others left it alone; nothing where it was measured once whatever came. */
  readonly tries?: number
  /** What made the load; nothing under bare work. */
  readonly generator?: Generator
}

/** What a slice is of. */
export interface SliceOf {
  readonly operation: OperationName
  readonly connections: number
  readonly seconds: number
  /** How many requests that can be sent once only; the slice ends when they are used up. */
  readonly amount: number
}

/** What is fast enough for the generator to matter; the rest is always sent and looked at by our own process. */
const WRK_OPERATIONS: readonly OperationName[] = ['introspection', 'userinfo', 'authorize', 'guarded-route']

/** Prepares and measures one slice; throws where any answer is not as it must be. */
export async function measureSlice(stage: Stage, contestant: Contestant, slice: SliceOf): Promise<Slice> {
  const load = await contestant.prepare(slice)
  const looks = slice.operation === 'introspection' ? await contestant.prepareRevocations?.(3) : undefined
  const [before, during, after] = looks ?? []
  await before?.()
  const look = wait(slice.seconds * 500).then(() => during?.())
  // Where the slice itself fails, that is what is told.
  look.catch(() => undefined)
  const measured = await runAndCount(stage, contestant, { slice, load })
  await look
  await after?.()
  return measured
}

async function runAndCount(
  stage: Stage,
  { name, servers }: Contestant,
  { slice, load }: { slice: SliceOf; load: Shots },
): Promise<Slice> {
  const { operation, connections, seconds } = slice
  const { postgres } = stage
  const before = {
    machine: machineTicks(),
    server: cpuOf(servers),
    postgres: familyCpuMicroseconds(postgres.pid),
  }
  const ports = servers.map(({ port }) => port)
  const wrk = stage.wrk && WRK_OPERATIONS.includes(operation)
  const result = await generate({ ...stage, wrk }, { ports, connections, seconds, load })
  const server = since(before.server, cpuOf(servers))
  const database = since(before.postgres, familyCpuMicroseconds(postgres.pid))
  const stolen = stolenShare(before.machine, machineTicks())
  if (result.faults > 0) {
    const asked = `${operation} of ${name}`
    throw new Error(
      `${asked}: ${result.faults} of ${result.answers} answers were wrong; ${result.firstFault}`,
    )
  }
  return {
    perSecond: result.answers / result.seconds,
    p50Milliseconds: result.p50Milliseconds,
    p99Milliseconds: result.p99Milliseconds,
    serverMicroseconds: server && server / result.answers,
    postgresMicroseconds: database && database / result.answers,
    serverBusy: server && server / (result.seconds * 1e6),
    loadBusy: result.cpuMicroseconds / (result.seconds * 1e6),
    memoryMebibytes: sumOf(servers.map(({ pid }) => memoryMebibytes(pid, 'VmRSS'))),
    stolen,
    generator: result.generator,
  }
}

function cpuOf(servers: readonly Server[]): number | undefined {
  return sumOf(servers.map(({ pid }) => cpuMicroseconds(pid)))
}

/** The sum; nothing where a part of it is not known. */
function sumOf(parts: readonly (number | undefined)[]): number | undefined {
  const known = parts.filter((part) => part !== undefined)
  return known.length === parts.length ? known.reduce((sum, part) => sum + part, 0) : undefined
}

function since(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before
}
