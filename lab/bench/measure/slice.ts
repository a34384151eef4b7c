import { setTimeout as wait } from 'node:timers/promises'
import {
  familyCpuMicroseconds,
  familyMemoryMebibytes,
  machineTicks,
  stolenShare,
} from '../../../journeys/kit/proc.ts'
import type { Load } from '../../kit/load/plan.ts'
import type { Candidate, LoadWanted } from '../candidates/candidate.ts'
import type { Testbed } from '../testbed.ts'

/** The figures of one candidate in one slice. */
export interface Slice {
  readonly perSecond: number
  readonly p50Milliseconds?: number | undefined
  readonly p99Milliseconds?: number | undefined
  /** CPU time of the server for each request. */
  readonly serverMicroseconds?: number | undefined
  /** CPU time of PostgreSQL for each request. */
  readonly postgresMicroseconds?: number | undefined
  /** The same for each server of PostgreSQL. */
  readonly eachPostgresMicroseconds?: readonly number[] | undefined
  /** How many cores the server used. Far below 1, the load or PostgreSQL was the limit. */
  readonly serverBusy?: number | undefined
  /** How much of a core the load used. */
  readonly loadBusy?: number | undefined
  readonly memoryMebibytes?: number | undefined
  /** The share of the machine's time that the host gave to other machines. */
  readonly stolen?: number | undefined
  /** How often it was measured until it was not disturbed. Nothing if it was measured only once in any case. */
  readonly tries?: number
}

/** The input of a slice. If its requests can be sent once only, the slice ends when they are used up. */
export type SliceOf = LoadWanted & { readonly seconds: number }

/** Prepares and measures one slice. Throws at a wrong response. */
export async function measureSlice(testbed: Testbed, candidate: Candidate, slice: SliceOf): Promise<Slice> {
  const load = await candidate.prepare(slice)
  const checks = slice.operation === 'introspection' ? await candidate.prepareRevocations?.(3) : undefined
  const [before, during, after] = checks ?? []
  await before?.()
  const check = wait(slice.seconds * 500).then(() => during?.())
  // If the slice fails, its error is reported.
  check.catch(() => undefined)
  const measured = await runAndCount(testbed, candidate, { slice, load })
  await check
  await after?.()
  return measured
}

async function runAndCount(
  testbed: Testbed,
  { name, server, postmasters = [testbed.postgres.pid] }: Candidate,
  { slice, load }: { slice: SliceOf; load: Load },
): Promise<Slice> {
  const { operation, connections, seconds } = slice
  const counts = () => ({
    machine: machineTicks(),
    server: familyCpuMicroseconds(server.pid),
    postgres: postmasters.map(familyCpuMicroseconds),
  })
  const before = counts()
  const result = await testbed.loader.run({ port: server.port, connections, seconds, load })
  const after = counts()
  const { answers, faults, p50Milliseconds, p99Milliseconds } = result
  if (faults > 0)
    throw new Error(
      `${operation} of ${name}: ${faults} of ${answers} answers were wrong; ${result.firstFault}`,
    )
  const cpu = since(before.server, after.server)
  const each = after.postgres.flatMap((now, index) => since(before.postgres[index], now) ?? [])
  const postgres = each.length === 0 ? undefined : each.reduce((sum, one) => sum + one, 0)
  const wallMicroseconds = result.seconds * 1e6
  return {
    perSecond: answers / result.seconds,
    ...{ p50Milliseconds, p99Milliseconds },
    serverMicroseconds: cpu && cpu / answers,
    postgresMicroseconds: postgres && postgres / answers,
    eachPostgresMicroseconds: each.map((one) => one / answers),
    serverBusy: cpu && cpu / wallMicroseconds,
    loadBusy: result.cpuMicroseconds / wallMicroseconds,
    memoryMebibytes: familyMemoryMebibytes(server.pid, 'VmRSS'),
    stolen: stolenShare(before.machine, after.machine),
  }
}

function since(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before
}
