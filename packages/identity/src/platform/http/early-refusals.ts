import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { PROBLEM_DETAIL } from './problem.ts'

/** What is answered to bytes that are no request that can be read; anything else is 400. */
const STATUS_LINES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Headers of which a second one would be read by one program and passed over by the next. */
const SINGLE = new Set(['authorization', 'content-length', 'content-type', 'host'])

/** A host and perhaps a port (RFC 9112 section 3.2): no user, no path, nothing that only some programs cut off. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/**
 * Why a request that was read is refused nevertheless, or nothing: a proxy before us may have gone by the other
 * `Host`, `Authorization` or `Content-Type`, so a request with two is not guessed at.
 */
export function headerFault({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    if (!SINGLE.has(name)) continue
    if (seen.has(name)) return `More than one ${name}`
    seen.add(name)
  }
  if (headers.host === undefined) return httpVersion === '1.0' ? undefined : 'No Host'
  return HOST.test(headers.host) ? undefined : 'A Host that is none'
}

/**
 * Answers what Node's parser could not read, with the headers that every answer carries, and closes the connection.
 * Where a request before it on the same connection still waits for its answer nothing is written, because it would be
 * taken for that answer.
 */
export function refuseUnreadable(
  server: () => Server,
  isHttps: boolean,
): { watch(): void; refuse(error: Error, socket: Socket): void } {
  const waiting = new WeakMap<Socket, Map<ServerResponse, IncomingMessage>>()
  return {
    watch() {
      server().prependListener('request', (request, response) => {
        const answers = waiting.get(request.socket) ?? new Map<ServerResponse, IncomingMessage>()
        waiting.set(request.socket, answers.set(response, request))
        response.once('close', () => answers.delete(response))
      })
      server().on('checkExpectation', (_request, response) => {
        response.writeHead(417, headersOf(isHttps)).end(BODY)
      })
    },
    refuse(error, socket) {
      const before = [...(waiting.get(socket)?.entries() ?? [])]
      const isMixedUp = before.some(([response, request]) => request.complete || response.headersSent)
      if (socket.writable && !isMixedUp) socket.write(earlyAnswer(statusLineOf(error), isHttps))
      socket.destroySoon()
    },
  }
}

function statusLineOf(error: Error): string {
  return STATUS_LINES['code' in error ? String(error.code) : ''] ?? '400 Bad Request'
}

const BODY = JSON.stringify({ detail: PROBLEM_DETAIL['bad-request'] })

function headersOf(isHttps: boolean): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(BODY.length),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    connection: 'close',
  }
}

function earlyAnswer(statusLine: string, isHttps: boolean): string {
  const headers = Object.entries(headersOf(isHttps)).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${statusLine}`, ...headers, '', BODY].join('\r\n')
}
