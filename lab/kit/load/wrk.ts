import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bytesOf, type CheckedRequest, type HttpRequest } from '../http/request.ts'
import { endedChildrenMicroseconds } from '../proc.ts'
import type { LoadPlan, LoadResult } from './plan.ts'

const SCRIPT = fileURLToPath(new URL('./wrk.lua', import.meta.url))

/** How much longer than its seconds a run may take. */
const PATIENCE_SECONDS = 60

/** What the `wrk` script prints at the end. */
export interface WrkSummary {
  readonly answers: number
  readonly microseconds: number
  readonly p50: number
  readonly p99: number
  readonly faults: number
}

/** A plan that `wrk` can run: repeated requests at one port. */
export type WrkPlan = LoadPlan & {
  readonly load: { readonly kind: 'cycle'; readonly requests: readonly CheckedRequest[] }
}

/** Whether this machine has `wrk`. */
export function hasWrk(): boolean {
  return spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined
}

/** Whether `wrk` can run a plan. */
export function suitsWrk(plan: LoadPlan): plan is WrkPlan {
  return plan.load.kind === 'cycle' && plan.ports.length === 1 && plan.perSecond === undefined
}

/** Runs a plan with `wrk` on one thread. It checks only the statuses: 400 and above are faults. */
export async function runWrk(folder: string, plan: WrkPlan): Promise<LoadResult> {
  const file = join(folder, 'wrk-requests')
  writeFileSync(file, requestFile(plan.load.requests, plan.ports[0] ?? 0))
  const before = endedChildrenMicroseconds(process.pid)
  const { stdout } = await promisify(execFile)('wrk', wrkArguments(plan, file), {
    timeout: (plan.seconds + PATIENCE_SECONDS) * 1000,
  })
  const after = endedChildrenMicroseconds(process.pid)
  const { answers, microseconds, p50, p99, faults } = readSummary(stdout)
  return {
    answers,
    seconds: microseconds / 1e6,
    p50Milliseconds: p50 / 1000,
    p99Milliseconds: p99 / 1000,
    mostMilliseconds: Number.NaN,
    faults,
    firstFault:
      faults > 0 ? 'a connection broke, or a status was 400 or above (wrk keeps no answers)' : undefined,
    cpuMicroseconds: before === undefined || after === undefined ? Number.NaN : after - before,
    kinds: {},
  }
}

function wrkArguments({ ports, connections, seconds }: WrkPlan, file: string): readonly string[] {
  const load = ['-t', '1', '-c', String(connections), '-d', `${Math.max(1, Math.ceil(seconds))}s`]
  // By default, wrk counts an answer after two seconds as wrong. Here it counts as slow, which the results show.
  const patience = ['--timeout', `${PATIENCE_SECONDS}s`]
  return [...load, ...patience, '-s', SCRIPT, `http://127.0.0.1:${ports[0]}/`, '--', file]
}

/** The requests with their lengths, in the form that the script reads. */
export function requestFile(requests: readonly HttpRequest[], port: number): Buffer {
  const all = requests.map((request) => bytesOf(request, port))
  return Buffer.concat(all.flatMap((bytes) => [Buffer.from(`${bytes.length}\n`), bytes]))
}

/** The last output of `wrk`. Throws where it is not the script's. */
export function readSummary(printed: string): WrkSummary {
  const line = printed.trimEnd().split('\n').at(-1) ?? ''
  if (!line.startsWith('{"answers":')) throw new Error(`wrk printed no summary: ${printed.slice(-300)}`)
  return JSON.parse(line) as WrkSummary
}
