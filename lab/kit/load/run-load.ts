import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, connectTo, outcomeOf } from '../../../journeys/kit/http/connection.ts'
import { bytesOf, type HttpRequest } from '../../../journeys/kit/http/request.ts'
import type { HttpResponse } from '../../../journeys/kit/http/response.ts'
import { createLatencies, type Latencies } from './latencies.ts'
import type { KindResult, LoadPlan, LoadResult, Script, ScriptRequest } from './plan.ts'
import { scriptsOf } from './scripts.ts'

/** A request that is due sooner is sent at once, because timers cannot be shorter. */
const TIMER_MILLISECONDS = 1

/** The counts of all requests, or of one kind. */
interface Count {
  readonly latencies: Latencies
  faults: number
}

/** What all connections of a run share. */
interface Run extends Count {
  /** When the next request is due, after a response at this moment. Each call uses one turn. */
  dueAfter(now: number): number
  isOver(at: number): boolean
  readonly kinds: Map<string, Count>
  lastAnswerAt: number
  firstFault: string | undefined
}

/**
 * Runs load: keep-alive connections, each with one request at a time. Every response is checked; a connection that is
 * refused or breaks is a counted fault, and the next request opens another one. A signal ends the run early.
 */
export async function runLoad(plan: LoadPlan, signal?: AbortSignal): Promise<LoadResult> {
  const channels = Array.from({ length: plan.connections }, () => openChannel(plan.port))
  await Promise.allSettled(channels.map(({ open }) => open()))
  const scripts = scriptsOf(plan.load)
  const bytes = prepared(plan)
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const run = startRun(plan, startedAt, signal)
  const drives = channels.map(({ send }) => drive(run, scripts(), (request) => send(bytes(request))))
  await Promise.all(drives)
  for (const { close } of channels) close()
  const { user, system } = process.cpuUsage(cpu)
  const kinds = Object.fromEntries([...run.kinds].map(([name, kind]) => [name, resultOf(kind)]))
  const seconds = (run.lastAnswerAt - startedAt) / 1000
  return { ...resultOf(run), seconds, firstFault: run.firstFault, cpuMicroseconds: user + system, kinds }
}

/** How long a connection that was refused or broke waits before it is opened again. */
const REOPEN_MILLISECONDS = 10

/** A connection to a port that is opened again after it broke. */
function openChannel(port: number) {
  let connection: Connection | undefined
  const open = async () => (connection = connection?.isOpen === true ? connection : await connectTo(port))
  return {
    open,
    async send(request: Buffer): Promise<HttpResponse> {
      // The way without a promise more: it is taken for nearly every request.
      const response = await outcomeOf(
        connection?.isOpen === true ? connection.send(request) : open().then(({ send }) => send(request)),
      )
      if (response.status === 0) await wait(REOPEN_MILLISECONDS)
      return response
    },
    close: () => connection?.close(),
  }
}

/** The bytes of a repeated request are made once. */
function prepared({ load, port }: LoadPlan): (request: HttpRequest) => Buffer {
  if (load.kind !== 'cycle') return (request) => bytesOf(request, port)
  const known = new Map<HttpRequest, Buffer>()
  return (request) => {
    const bytes = known.get(request) ?? bytesOf(request, port)
    known.set(request, bytes)
    return bytes
  }
}

function startRun(plan: LoadPlan, startedAt: number, signal: AbortSignal | undefined): Run {
  const { load, seconds, perSecond, pauseMilliseconds = 0 } = plan
  const schedule = perSecond === undefined ? undefined : createSchedule(startedAt, perSecond)
  const deadline = load.kind === 'once' ? Number.POSITIVE_INFINITY : startedAt + seconds * 1000
  return {
    dueAfter: (now) => schedule?.() ?? now + pauseMilliseconds,
    isOver: (at) => at >= deadline || signal?.aborted === true,
    ...newCount(),
    kinds: new Map(),
    lastAnswerAt: startedAt,
    firstFault: undefined,
  }
}

/**
 * Schedules requests at equal distances, whatever the responses do. A late request stays late, so that a stall of the
 * server is measured.
 */
export function createSchedule(startsAt: number, perSecond: number): () => number {
  if (!(perSecond > 0)) throw new Error(`Nothing can be sent ${perSecond} times a second`)
  let taken = 0
  return () => startsAt + (taken++ * 1000) / perSecond
}

/** Sends requests one after the other on a connection, until there are no more or the time is over. */
async function drive(
  run: Run,
  script: Script,
  send: (request: ScriptRequest) => Promise<HttpResponse>,
): Promise<void> {
  let step = script.next()
  while (!step.done) {
    const now = performance.now()
    const dueAt = run.dueAfter(now)
    if (run.isOver(Math.max(now, dueAt))) return
    if (dueAt - now >= TIMER_MILLISECONDS) await wait(dueAt - now)
    // The time of a late request counts from when it was due.
    const since = Math.min(performance.now(), dueAt)
    const response = await send(step.value)
    note(run, step.value, { response, since })
    step = script.next(response)
  }
}

function note(
  run: Run,
  { status, contains, kind }: ScriptRequest,
  { response, since }: { readonly response: HttpResponse; readonly since: number },
): void {
  run.lastAnswerAt = performance.now()
  const milliseconds = run.lastAnswerAt - since
  const isFault = response.status !== status || !response.holds(contains)
  if (isFault)
    run.firstFault ??= `expected ${status} with ${contains}, got: ${(response.head + response.body).slice(0, 600)}`
  for (const count of kind === undefined ? [run] : [run, countOf(run.kinds, kind)]) {
    count.latencies.note(milliseconds)
    if (isFault) count.faults += 1
  }
}

function countOf(kinds: Map<string, Count>, name: string): Count {
  const count = kinds.get(name) ?? newCount()
  kinds.set(name, count)
  return count
}

function newCount(): Count {
  return { latencies: createLatencies(), faults: 0 }
}

function resultOf({ latencies, faults }: Count): KindResult {
  return {
    answers: latencies.count,
    faults,
    p50Milliseconds: latencies.percentile(50),
    p99Milliseconds: latencies.percentile(99),
    mostMilliseconds: latencies.mostMilliseconds,
  }
}
