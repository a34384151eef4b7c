import type { Server, ServerResponse } from 'node:http'
import { gzipAround } from '../constant-part.ts'
import type { Log } from '../log.ts'
import type { Random } from '../random.ts'
import type { RefusedPage } from '../refused-page.ts'
import { type Awaitable, andThen } from '../result.ts'
import type { RequestSpan, Step, Tracer } from '../tracer.ts'
import { Unavailable } from '../unavailable.ts'
import { readBody } from './body.ts'
import { readCaller, type TrustedProxies } from './client-address.ts'
import { beginToEnd, closingOf, endInStages, isCutShort, isEnding, isLeaving } from './closing.ts'
import type { CookieJar } from './cookies.ts'
import { headerFault, refuseUnreadable } from './early-refusals.ts'
import { bind, type Place } from './listen.ts'
import { createServer as createHttpServer } from './node-http.ts'
import { FORM_LIMIT_BYTES, type HttpProblem, PROBLEM_DETAIL, PROBLEM_STATUS } from './problem.ts'
import {
  addHeadersOfEveryAnswer,
  json,
  type LoggedRefusal,
  type Reply,
  redirect,
  takesGzip,
} from './reply.ts'
import { IncomingRequest, requestIds } from './request.ts'
import type { HttpRequest, Route } from './route.ts'
import { type RouteTable, routeTable, type ServedPath } from './routing.ts'
import { streamBody } from './stream-reply.ts'

/** What the HTTP server is made of, besides the routes. */
export interface ServerNeeds {
  readonly routes: readonly Route[]
  readonly log: Log
  readonly random: Random
  readonly cookies: CookieJar
  readonly trustedProxies: TrustedProxies
  /** Nothing is traced without one. */
  readonly tracer?: Tracer | undefined
  /** Whether browsers reach the service by https; they are then told to use only https. */
  readonly https: boolean
  /** Make the answer to a problem. Without a reply of their own, the callers of an API get JSON, which the server makes. */
  readonly problemReplies: Readonly<Record<Exclude<Route['audience'], 'api'>, ProblemReply>> & {
    readonly api?: ProblemReply
  }
  /** What every address without a route is; without this, `not-found`. */
  readonly elsewhere?: HttpProblem
  /** Called after each answer, for the metrics. */
  onAnswer(route: string, http: HttpRequest, status: number, seconds: number): void
  /** Called after each page that refused and shows its number. */
  onRefusal?(refused: RefusedPage): void
}

type ProblemReply = (problem: HttpProblem, http: HttpRequest) => Reply

/** A server that answers routes. */
export interface HttpServer {
  readonly server: Server
  /** Starts to listen. Returns the address on this machine. */
  listen(place: Place): Promise<string>
  /** From now on each answer is the last on its connection. New connections are still taken. */
  leave(): void
  /** Answers the complete requests, then ends every connection. */
  close(): Promise<void>
}

const LIMITS = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  // A program's longest request is in the address and in the cookies of the browser that waits with it.
  maxHeaderSize: 32 * 1024,
  connectionsCheckingInterval: 2_000,
  // The server itself refuses a request without a Host, with the headers of every answer.
  requireHostHeader: false,
} as const

/** Makes the server. Call `listen` to start it. The routes are few and fixed, so a table is the whole framework. */
export function createServer(needs: ServerNeeds): HttpServer {
  const table = routeTable(needs.routes)
  const nextId = requestIds(needs.random)
  const closing = new AbortController()
  const servedBy = { cookies: needs.cookies, closing: closing.signal }
  const server = createHttpServer(LIMITS, (raw, response) => {
    if (isLeaving(raw.socket)) return
    wasRead({ request: raw, response })
    const begunAt = performance.now()
    const caller = readCaller(raw.socket.remoteAddress ?? '', raw.headers, needs.trustedProxies)
    const http = new IncomingRequest(raw, nextId(), caller, servedBy)
    const span = needs.tracer?.beginRequest(caller.traceparent)
    if (span) http.traceId = span.traceId
    answer({ needs, table, server, http, response, begunAt, span })
  })
  // `maxHeaderSize` bounds all names and values together. Node before version 26 drops those after the thousandth without
  // a word, and with them a second `Authorization` or the proxy's own `X-Forwarded-For`.
  server.maxHeadersCount = 0
  const wasRead = refuseUnreadable(server, needs.https)
  const close = closingOf(server)
  return {
    server,
    async listen(place) {
      const { address, family, port } = await bind(server, place)
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
    },
    leave: () => beginToEnd(server),
    close() {
      const closed = close()
      closing.abort()
      return closed
    },
  }
}

/** A request and the answer to it. */
interface Exchange {
  readonly needs: ServerNeeds
  readonly table: RouteTable
  readonly server: Server
  readonly http: IncomingRequest
  readonly response: ServerResponse
  /** When its head was read: milliseconds of the process's monotonic clock. */
  readonly begunAt: number
  readonly span: RequestSpan | undefined
}

function answer(exchange: Exchange): void {
  const { http, table } = exchange
  const path = table.get(http.path)
  const route = path?.byMethod.get(http.method)
  const sendReply = (make: () => Awaitable<Reply>) => sendWhatComes(exchange, route, make)
  if (headerFault(http.raw) !== undefined) return sendReply(() => problemReply(exchange, 'bad-request', path))
  if (!route) return sendReply(() => (path ? notAllowed(exchange, path) : notFound(exchange)))
  if (route.method === 'GET') return sendReply(() => route.handle(http))
  readBody(http.raw, bodyLimitOf(route), (body) => {
    if (isLeaving(http.raw.socket)) return
    if (body === 'too-large') return sendReply(() => tooLarge(exchange, route))
    http.body = body
    sendReply(() => route.handle(http))
  })
}

/** Sends the reply when it is ready. A failure before that gets an answer, too. */
function sendWhatComes(exchange: Exchange, route: Route | undefined, make: () => Awaitable<Reply>): void {
  const fail = (error: unknown) => sendFault(exchange, error, route)
  try {
    const made = exchange.span ? exchange.span.run(make) : make()
    const sent = andThen(made, (reply) => send(exchange, route, reply))
    if (sent instanceof Promise) sent.catch(fail)
  } catch (error) {
    fail(error)
  }
}

function send(exchange: Exchange, route: Route | undefined, reply: Reply): Awaitable<void> {
  const { needs, http, response, server } = exchange
  const body = bodyFor(http, reply)
  const headers: Record<string, string | string[]> = {
    ...reply.headers,
    'x-request-id': http.requestId,
  }
  if (body !== reply.body) headers['content-encoding'] = 'gzip'
  if (hasLength(reply)) headers['content-length'] = String(Buffer.byteLength(body))
  addHeadersOfEveryAnswer(headers, needs.https)
  if (reply.cookies.length > 0) headers['set-cookie'] = [...reply.cookies]
  // Node ignores what comes after a request to upgrade, so no answer to it may be awaited. A closing server takes no
  // more requests.
  if (http.raw.headers.upgrade !== undefined || isEnding(server)) headers['connection'] = 'close'
  if (isCutShort(http.raw, headers['connection'] === 'close')) {
    response.writeHead(reply.status, { ...headers, connection: 'close' })
    endInStages(http.raw, response, body)
  } else if (reply.parts) {
    const sent = streamBody(response.writeHead(reply.status, headers), reply.parts)
    return sent.then(() => note(exchange, route?.path ?? 'none', reply))
  } else response.writeHead(reply.status, headers).end(body)
  note(exchange, route?.path ?? 'none', reply)
}

/** A 304 would have the length of the body that it leaves out, and a 204 has none (RFC 9110 section 8.6). */
function hasLength({ status, parts }: Reply): boolean {
  return status !== 304 && status !== 204 && !parts
}

/** The body as it is, or as gzip where a part of it is constant and the caller takes gzip. */
function bodyFor(http: HttpRequest, { body, constant }: Reply): string | Buffer {
  if (!constant || !takesGzip(http.header('accept-encoding'))) return body
  return gzipAround(String(body), constant) ?? body
}

/** Writes a log line for each answer, with the route's pattern: addresses contain codes and links. */
function note({ needs, http, begunAt, span }: Exchange, route: string, { status, refusal }: Reply): void {
  const milliseconds = performance.now() - begunAt
  needs.log.info('answered', {
    'http.request.method': http.method,
    'http.route': route,
    'http.response.status_code': status,
    // In nanoseconds, which a tenth of a millisecond is exact enough for.
    'event.duration': Math.round(milliseconds * 10) * 100_000,
    'http.request.id': http.requestId,
    'trace.id': http.traceId,
    'portico.reason': refusal?.reason,
    'portico.client_id': clientIdIn(refusal),
    'portico.page': refusal?.page,
  })
  needs.onAnswer(route, http, status, milliseconds / 1000)
  if (refusal?.withNumber)
    needs.onRefusal?.({ requestId: http.requestId, route, reason: refusal.reason, ...refusal.withNumber })
  span?.end(requestStep(http, route, status), status >= 500 ? 'failed' : 'answered')
}

/** A client id is 24 letters and digits. What else comes in its place may be a secret, and is not logged. */
function clientIdIn(refusal: LoggedRefusal | undefined): string | undefined {
  const { clientId = '' } = refusal ?? {}
  return /^[A-Za-z0-9]{24}$/.test(clientId) ? clientId : undefined
}

/** Names of OpenTelemetry, "Semantic conventions for HTTP spans". The address is not among them. */
function requestStep({ method, requestId }: HttpRequest, route: string, status: number): Step {
  return {
    name: `${method} ${route}`,
    fields: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'portico.request_id': requestId,
    },
  }
}

function notFound(exchange: Exchange): Reply {
  const { needs, table, http } = exchange
  const withSlash = table.get(`${http.path}/`)
  const wouldAnswer = withSlash?.byMethod.get(http.method)
  if (wouldAnswer?.audience === 'page' && http.method === 'GET')
    return redirect(308, wouldAnswer.path + (http.rawQuery === '' ? '' : `?${http.rawQuery}`))
  const isApi = wouldAnswer
    ? wouldAnswer.audience !== 'page'
    : /^\/(?:api|o|\.well-known|admin\/v\d+)\//.test(http.path)
  return problemReply(exchange, needs.elsewhere ?? 'not-found', { audience: isApi ? 'api' : 'page' })
}

function bodyLimitOf({ bodyLimitBytes = FORM_LIMIT_BYTES }: Route): number {
  return bodyLimitBytes
}

/** A caller of the API reads how much a body may have. */
function tooLarge(exchange: Exchange, route: Route): Reply {
  const reply = problemReply(exchange, 'too-large', route)
  if (route.audience !== 'api' || exchange.needs.problemReplies.api) return reply
  const detail = `${PROBLEM_DETAIL['too-large']} It may have at most ${bodyLimitOf(route)} bytes.`
  return { ...json(reply.status, { detail }), headers: reply.headers }
}

function notAllowed(exchange: Exchange, path: ServedPath): Reply {
  const reply = problemReply(exchange, 'method-not-allowed', path)
  return { ...reply, headers: { ...reply.headers, allow: path.allow } }
}

function sendFault(exchange: Exchange, error: unknown, route: Route | undefined): void {
  const problem = error instanceof Unavailable ? 'unavailable' : 'server-error'
  exchange.needs.log.error(problem, {
    'http.request.id': exchange.http.requestId,
    'trace.id': exchange.http.traceId,
    'http.route': route?.path,
    'error.message': error instanceof Error ? error.message : 'unknown',
    'error.stack_trace': problem === 'server-error' && error instanceof Error ? error.stack : undefined,
  })
  if (exchange.response.headersSent) exchange.response.destroy()
  else void send(exchange, route, problemReply(exchange, problem, route))
}

const PROBLEM_HEADERS: Readonly<Partial<Record<HttpProblem, Reply['headers']>>> = {
  'too-large': { connection: 'close' },
  unavailable: { 'retry-after': '2' },
}

function problemReply(
  { needs, http }: Exchange,
  problem: HttpProblem,
  { audience }: Pick<Route, 'audience'> = { audience: 'page' },
): Reply {
  const own = needs.problemReplies[audience]
  const reply = own?.(problem, http) ?? json(PROBLEM_STATUS[problem], { detail: PROBLEM_DETAIL[problem] })
  return { ...reply, headers: { ...reply.headers, ...PROBLEM_HEADERS[problem] } }
}
