import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeInStages, isLeaving } from './closing.ts'
import { PROBLEM_DETAIL } from './problem.ts'
import { addHeadersOfEveryAnswer, json, type Reply } from './reply.ts'

/** The answers to bytes that Node's parser cannot read. Every other error gets a 400. */
const STATUS_LINES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/**
 * Headers that may come only once: two programs could read different ones of a pair. Their lengths all differ, and the
 * search goes by length, because it runs for every header of every request.
 */
const SINGLE = new Map(
  ['authorization', 'content-length', 'content-type', 'host', 'idempotency-key'].map((name) => [
    name.length,
    name,
  ]),
)

/** A host with an optional port (RFC 9112 section 3.2): no user, no path, and nothing that only some programs remove. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/**
 * Why a readable request is refused all the same, or nothing. A proxy before us may have used the other `Host`,
 * `Authorization` or `Content-Type`, so a request with two of them is refused.
 */
export function headerFault({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  const seen: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = singleName(rawHeaders[index] ?? '')
    if (name === undefined) continue
    if (seen.includes(name)) return `More than one ${name}`
    seen.push(name)
  }
  if (headers.host === undefined) return httpVersion === '1.0' ? undefined : 'No Host'
  return HOST.test(headers.host) ? undefined : 'A Host that is none'
}

function singleName(name: string): string | undefined {
  const single = SINGLE.get(name.length)
  return single !== undefined && single === name.toLowerCase() ? single : undefined
}

/** A request that was read, and its answer. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const { body, headers: ofJson } = json(400, { detail: PROBLEM_DETAIL['bad-request'] })
const HEADERS = { ...ofJson, 'content-length': String(body.length), connection: 'close' }

/**
 * Answers what Node's parser cannot read, with the headers of every answer, and closes the connection. It writes
 * nothing while an earlier request on the same connection waits for its answer, because the caller would take the text
 * for that answer. Call the returned function for each request that was read.
 */
export function refuseUnreadable(server: Server, isHttps: boolean): (exchange: Exchange) => void {
  const exchanges = new WeakMap<Duplex, Exchange[]>()
  const headers = { ...HEADERS }
  addHeadersOfEveryAnswer(headers, isHttps)
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, headers).end(body)
  })
  server.on('clientError', (error, socket) => {
    if (isLeaving(socket)) return
    const waiting = (exchanges.get(socket) ?? []).filter(({ response }) => !response.writableFinished)
    const isMixedUp = waiting.some(({ request, response }) => request.complete || response.headersSent)
    if (socket.writable && !isMixedUp) socket.write(earlyAnswer(statusLineOf(error), headers))
    closeInStages(socket)
  })
  return (exchange) => {
    const ofSocket = exchanges.get(exchange.request.socket)
    if (!ofSocket) return void exchanges.set(exchange.request.socket, [exchange])
    while (ofSocket[0]?.response.writableFinished) ofSocket.shift()
    ofSocket.push(exchange)
  }
}

function statusLineOf(error: Error): string {
  return STATUS_LINES['code' in error ? String(error.code) : ''] ?? '400 Bad Request'
}

function earlyAnswer(statusLine: string, headers: Reply['headers']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${statusLine}`, ...lines, '', body].join('\r\n')
}
