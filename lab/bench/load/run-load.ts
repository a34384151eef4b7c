import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { readAnswer } from './answer.ts'
import { createLatencies, type Latencies } from './latencies.ts'
import type { Next, Queue } from './next.ts'
import type { KindResult, LoadPlan, LoadResult } from './plan.ts'
import { queueOf } from './queue.ts'
import { createSchedule, type Schedule } from './schedule.ts'

/** A request that is due sooner than this is sent at once: timers know no shorter time. */
const TIMER_MILLISECONDS = 1

interface Kind {
  readonly latencies: Latencies
  faults: number
}

/** What all connections of a run share. */
interface Run {
  readonly queue: Queue
  readonly schedule: Schedule | undefined
  readonly pattern: RegExp | undefined
  readonly latencies: Latencies
  readonly kinds: Map<string, Kind>
  readonly collected: string[]
  readonly deadline: number
  lastAnswerAt: number
  faults: number
  firstFault: string | undefined
}

/** Runs load over raw sockets: keep-alive, one request under way on each connection, every answer looked at. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const { connections, ports } = plan
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, index) => open(ports[index % ports.length])),
  )
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const run = startRun(plan, startedAt)
  try {
    await Promise.all(sockets.map((socket) => drive(socket, run)))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  return resultOf(run, startedAt, process.cpuUsage(cpu))
}

function startRun({ load, seconds, perSecond, collect }: LoadPlan, startedAt: number): Run {
  return {
    queue: queueOf(load),
    schedule: perSecond === undefined ? undefined : createSchedule(startedAt, perSecond),
    pattern: collect === undefined ? undefined : new RegExp(collect),
    latencies: createLatencies(),
    kinds: new Map(),
    collected: [],
    deadline: load.kind === 'once' ? Number.POSITIVE_INFINITY : startedAt + seconds * 1000,
    lastAnswerAt: startedAt,
    faults: 0,
    firstFault: undefined,
  }
}

async function open(port: number | undefined): Promise<Socket> {
  if (port === undefined) throw new Error('A plan names no port')
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Sends one request after the other on a connection, until there is none or the time is up. */
function drive(socket: Socket, run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = ''
    let since = 0
    let current: Next | undefined
    const shoot = (dueAt: number) => {
      current = run.queue.next()
      if (!current) return resolve()
      // A late request has been waited for since it was due.
      since = Math.min(performance.now(), dueAt)
      socket.write(current.request, 'latin1')
    }
    const send = () => {
      const now = performance.now()
      const dueAt = run.schedule?.take() ?? now
      if (Math.max(now, dueAt) >= run.deadline) return resolve()
      if (dueAt - now < TIMER_MILLISECONDS) shoot(dueAt)
      else setTimeout(shoot, dueAt - now, dueAt)
    }
    const onData = (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const read = readAnswer(received)
      if (!read || !current) return
      received = received.slice(read.length)
      note(run, { current, since, status: read.answer.status, text: read.answer.text })
      send()
    }
    socket.on('data', (chunk: Buffer) => {
      try {
        onData(chunk)
      } catch (error) {
        reject(error)
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed a connection that was in use')))
    send()
  })
}

interface Noted {
  readonly current: Next
  readonly since: number
  readonly status: number
  readonly text: string
}

function note(run: Run, { current, since, status, text }: Noted): void {
  run.lastAnswerAt = performance.now()
  const milliseconds = run.lastAnswerAt - since
  run.latencies.note(milliseconds)
  const isFault = status !== current.status || !text.includes(current.contains)
  if (isFault) {
    run.faults += 1
    run.firstFault ??= `expected ${current.status} with ${current.contains}, got: ${text.slice(0, 600)}`
  }
  if (current.kind !== undefined) noteKind(run.kinds, current.kind, { milliseconds, isFault })
  if (run.pattern) run.collected[current.place] = run.pattern.exec(text)?.[1] ?? ''
  current.onAnswer?.(text)
}

function noteKind(
  kinds: Map<string, Kind>,
  name: string,
  { milliseconds, isFault }: { milliseconds: number; isFault: boolean },
): void {
  const kind = kinds.get(name) ?? { latencies: createLatencies(), faults: 0 }
  kinds.set(name, kind)
  kind.latencies.note(milliseconds)
  if (isFault) kind.faults += 1
}

function resultOf(run: Run, startedAt: number, cpu: NodeJS.CpuUsage): LoadResult {
  return {
    answers: run.latencies.count,
    seconds: (run.lastAnswerAt - startedAt) / 1000,
    p50Milliseconds: run.latencies.percentile(50),
    p99Milliseconds: run.latencies.percentile(99),
    faults: run.faults,
    firstFault: run.firstFault,
    collected: run.collected,
    cpuMicroseconds: cpu.user + cpu.system,
    kinds: Object.fromEntries([...run.kinds].map(([name, kind]) => [name, kindResult(kind)])),
  }
}

function kindResult({ latencies, faults }: Kind): KindResult {
  return {
    answers: latencies.count,
    faults,
    p50Milliseconds: latencies.percentile(50),
    p99Milliseconds: latencies.percentile(99),
    mostMilliseconds: latencies.mostMilliseconds,
  }
}
