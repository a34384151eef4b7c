import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Clock, createServer, type ListeningServer, listen, refusalOf } from '@portico/identity/parts'
import type { FaultName } from './fault.ts'
import type { FaultBoard } from './fault-board.ts'
import type { RequestLog } from './request-log.ts'

/** What the server in front of the service uses. */
export interface LoopbackNeeds {
  readonly board: Pick<FaultBoard, 'take'>
  readonly log: Pick<RequestLog, 'begin' | 'add'>
  readonly clock: Pick<Clock, 'nowMilliseconds'>
  readonly port: number
}

/** The server in front of the service. Until the service is there, it answers 503. */
export interface LoopbackServer extends ListeningServer {
  open(service: Server): void
}

/** It says which request in the log this is. What a caller sends under this name is overwritten. */
export const NUMBER_HEADER = 'x-simulator-number'

/** Longer than any program should wait. */
const SLOW_MILLISECONDS = 20_000

/** What programs call. The pages for citizens have none of the faults of the network. */
const FOR_PROGRAMS = /^\/(?:\.well-known\/|o\/(?!authorize)|api\/integrations\/)/

/**
 * Listens on the loopback address alone, refuses requests that come from elsewhere, and puts the faults of the network between
 * programs and the service. The service behind it is the real one; it only does not listen itself.
 */
export async function openLoopbackServer(needs: LoopbackNeeds): Promise<LoopbackServer> {
  const closing = new AbortController()
  let service: Server | undefined
  const server = createServer((request, response) => {
    const refusal = refusalOf(request.headers)
    if (refusal !== undefined) return refuse(response, 403, refusal)
    const opened = service
    if (!opened) return refuse(response, 503, 'The simulator is starting. Try again in a moment.')
    const pass = () => void opened.emit('request', request, response)
    if (!FOR_PROGRAMS.test(request.url ?? '')) return pass()
    void passWithFaults({ ...needs, request, response, pass, signal: closing.signal })
  })
  const listening = await listen(server, { host: '127.0.0.1', port: needs.port })
  return {
    port: listening.port,
    open: (opened) => void (service = opened),
    close: () => {
      closing.abort()
      return listening.close()
    },
  }
}

interface Passing extends LoopbackNeeds {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly signal: AbortSignal
  pass(): void
}

async function passWithFaults(passing: Passing): Promise<void> {
  const { board, request, response, pass, signal } = passing
  const faults: FaultName[] = []
  const has = (fault: FaultName) => board.take(fault) && faults.push(fault) > 0
  writeDown(passing, faults)
  if (has('down')) return void request.socket.destroy()
  if (has('server-error')) return refuse(response, 500, 'The fault server-error is on.')
  if (has('slow')) await wait(SLOW_MILLISECONDS, undefined, { signal }).catch(() => undefined)
  if (response.destroyed || signal.aborted) return
  if (has('answer-cut')) cutAnswer(response)
  pass()
}

function writeDown({ log, clock, request, response }: Passing, faults: readonly FaultName[]): void {
  const [number, atMilliseconds] = [log.begin(), clock.nowMilliseconds()]
  request.headers[NUMBER_HEADER] = String(number)
  const { method = '', url = '', headers } = request
  const [path = ''] = url.split('?')
  const [scheme = ''] = (headers.authorization ?? '').split(' ')
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : 0
    log.add({ number, atMilliseconds, method, path, scheme: scheme.toLowerCase(), status }, { faults })
  })
}

/** The service announces the whole answer; half of it is sent, and then the connection ends. */
function cutAnswer(response: ServerResponse): void {
  response.end = (body?: unknown) => {
    const whole = Buffer.isBuffer(body) ? body : Buffer.from(String(body ?? ''))
    response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => response.destroy())
    return response
  }
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(status, { ...headers, 'x-content-type-options': 'nosniff' }).end(`${sentence}\n`)
}
