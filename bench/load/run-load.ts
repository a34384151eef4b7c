import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { percentile } from '../measure/statistics.ts'
import { readAnswer } from './answer.ts'
import type { LoadPlan, LoadResult } from './plan.ts'
import { type Next, type Queue, queueOf } from './queue.ts'

/** What all connections of a run share. */
interface Run {
  readonly queue: Queue
  readonly pattern: RegExp | undefined
  readonly latencies: number[]
  readonly collected: string[]
  deadline: number
  lastAnswerAt: number
  faults: number
  firstFault: string | undefined
}

/** Runs load over raw sockets: keep-alive, one request under way on each connection, every answer looked at. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const sockets = await Promise.all(Array.from({ length: plan.connections }, () => open(plan.port)))
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const endless = plan.load.kind === 'once'
  const run: Run = {
    queue: queueOf(plan.load),
    pattern: plan.collect === undefined ? undefined : new RegExp(plan.collect),
    latencies: [],
    collected: [],
    deadline: endless ? Number.POSITIVE_INFINITY : startedAt + plan.seconds * 1000,
    lastAnswerAt: startedAt,
    faults: 0,
    firstFault: undefined,
  }
  try {
    await Promise.all(sockets.map((socket) => drive(socket, run)))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  return resultOf(run, startedAt, process.cpuUsage(cpu))
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Sends one request after the other on a connection, until there is none or the time is up. */
function drive(socket: Socket, run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = ''
    let sentAt = 0
    let current: Next | undefined
    const send = () => {
      current = performance.now() < run.deadline ? run.queue.next() : undefined
      if (!current) return resolve()
      sentAt = performance.now()
      socket.write(current.request, 'latin1')
    }
    const onData = (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const read = readAnswer(received)
      if (!read || !current) return
      received = received.slice(read.length)
      note(run, { current, sentAt, status: read.answer.status, text: read.answer.text })
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
  readonly sentAt: number
  readonly status: number
  readonly text: string
}

function note(run: Run, { current, sentAt, status, text }: Noted): void {
  run.lastAnswerAt = performance.now()
  run.latencies.push(run.lastAnswerAt - sentAt)
  if (status !== current.status || !text.includes(current.contains)) {
    run.faults += 1
    run.firstFault ??= `expected ${current.status} with ${current.contains}, got: ${text.slice(0, 600)}`
  }
  if (run.pattern) run.collected[current.place] = run.pattern.exec(text)?.[1] ?? ''
  run.queue.answered(text)
}

function resultOf(run: Run, startedAt: number, cpu: NodeJS.CpuUsage): LoadResult {
  const sorted = run.latencies.sort((a, b) => a - b)
  return {
    answers: sorted.length,
    seconds: (run.lastAnswerAt - startedAt) / 1000,
    p50Milliseconds: percentile(sorted, 50),
    p99Milliseconds: percentile(sorted, 99),
    faults: run.faults,
    firstFault: run.firstFault,
    collected: run.collected,
    cpuMicroseconds: cpu.user + cpu.system,
  }
}
