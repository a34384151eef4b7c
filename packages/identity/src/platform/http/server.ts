import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { DatabaseUnavailable } from '../postgres/database.ts'
import type { Random } from '../random.ts'
import { clientAddress, type TrustedProxies } from './client-address.ts'
import type { CookieJar } from './cookies.ts'
import { headerFault, refuseUnreadable } from './early-refusals.ts'
import { type HttpProblem, PROBLEM_DETAIL, PROBLEM_OAUTH_ERROR, PROBLEM_STATUS } from './problem.ts'
import { json, type Reply, redirect } from './reply.ts'
import { IncomingRequest } from './request.ts'
import type { HttpRequest, Route } from './route.ts'

/** What the HTTP server needs. */
export interface ServerNeeds {
  readonly routes: readonly Route[]
  readonly log: Log
  readonly random: Random
  readonly cookies: CookieJar
  readonly trustedProxies: TrustedProxies
  /** Whether the service is reached by https, so that browsers are told to stay there. */
  readonly https: boolean
  /** A page for a problem; programs get JSON, made here. */
  problemPage(problem: HttpProblem, http: HttpRequest): Reply
  /** Told of each answer, for metrics. */
  onAnswer(route: string, method: string, status: number, seconds: number): void
}

const DEFAULT_BODY_LIMIT_BYTES = 16 * 1024

/** What Fastify is told of; every other method of a known path is answered 405, whatever it is called. */
type Method = 'GET' | 'HEAD' | 'POST'

declare module 'fastify' {
  interface FastifyRequest {
    /** When its head had been read, on the process's monotonic clock, in milliseconds; 0 where it could not be read. */
    begunAt: number
  }
}

/** Makes the server; it listens when told to. */
export function createServer(needs: ServerNeeds): FastifyInstance {
  const unreadable = refuseUnreadable(() => server.server, needs.https)
  const server: FastifyInstance = fastify({
    logger: false,
    exposeHeadRoutes: false,
    bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
    requestTimeout: 10_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: 10_000,
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: 2_000,
      // A request without a Host is refused by us, with the headers of every answer.
      requireHostHeader: false,
    },
    genReqId: () => needs.random.bytes(9).toString('base64url'),
    frameworkErrors: (error, request, reply) => void sendFault(needs, error, request, reply),
    clientErrorHandler: unreadable.refuse,
  })
  unreadable.watch()
  server.decorateRequest('begunAt', 0)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.addHook('onRequest', (request, _reply, done) => {
    request.begunAt = performance.now()
    done(faultOf(request))
  })
  server.setErrorHandler((error, request, reply) => sendFault(needs, error, request, reply))
  server.setNotFoundHandler((request, reply) => sendNotFound(needs, request, reply))
  for (const routes of byPath(needs.routes).values()) {
    for (const [method, route] of servedBy(routes)) mountRoute(server, needs, { ...route, method })
  }
  return server
}

function faultOf({ raw }: FastifyRequest): Error | undefined {
  const fault = headerFault(raw)
  return fault === undefined ? undefined : Object.assign(new Error(fault), { statusCode: 400 })
}

function byPath(routes: readonly Route[]): Map<string, Route[]> {
  const paths = new Map<string, Route[]>()
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route])
  return paths
}

/** The routes of one path by the methods that they answer; HEAD answers as GET does, unless a route says otherwise. */
function servedBy(routes: readonly Route[]): Map<Method, Route> {
  const served = new Map<Method, Route>()
  for (const route of routes) {
    served.set(route.method, route)
    if (route.method === 'GET' && route.head !== 'refused') served.set('HEAD', route)
  }
  return served
}

function mountRoute(
  server: FastifyInstance,
  needs: ServerNeeds,
  route: Omit<Route, 'method'> & { method: Method },
): void {
  server.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    config: { audience: route.audience },
    handler: async (request, reply) => {
      send(needs, request, reply, await route.handle(incoming(needs, request)))
    },
  })
}

function incoming(needs: ServerNeeds, request: FastifyRequest): IncomingRequest {
  const forwarded = request.headers['x-forwarded-for']
  const address = clientAddress(
    request.socket.remoteAddress ?? '',
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    needs.trustedProxies,
  )
  return new IncomingRequest(request, address, needs.cookies)
}

/** Writes an answer to Node's response itself: Fastify's hooks and serializers, which nobody uses, cost as much again. */
function send(needs: ServerNeeds, request: FastifyRequest, reply: FastifyReply, answer: Reply): void {
  const headers: Record<string, string | string[]> = {
    ...answer.headers,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-request-id': request.id,
    'content-length': String(Buffer.byteLength(answer.body)),
  }
  if (needs.https) headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
  if (answer.cookies.length > 0) headers['set-cookie'] = [...answer.cookies]
  // Node passes over whatever comes behind a wish to upgrade; nobody shall wait for an answer to it.
  if (request.headers.upgrade !== undefined) headers['connection'] = 'close'
  reply.raw.writeHead(answer.status, headers).end(answer.body)
  reply.hijack()
  note(needs, request, answer.status)
}

/** One line for each answer: the route's pattern, never the address itself, because addresses carry codes and links. */
function note(needs: ServerNeeds, request: FastifyRequest, status: number): void {
  const route = request.routeOptions.url ?? 'none'
  const milliseconds = request.begunAt === 0 ? 0 : performance.now() - request.begunAt
  needs.log.info('answered', {
    method: request.method,
    route,
    status,
    milliseconds: Math.round(milliseconds * 10) / 10,
    request_id: request.id,
  })
  needs.onAnswer(route, request.method, status, milliseconds / 1000)
}

function sendNotFound(needs: ServerNeeds, request: FastifyRequest, reply: FastifyReply): void {
  const http = incoming(needs, request)
  const here = needs.routes.filter((route) => route.path === http.path)
  if (here.length > 0) return void sendNotAllowed(needs, here, request, reply)
  const withSlash = needs.routes.find(
    (route) => route.path === `${http.path}/` && route.method === request.method,
  )
  if (withSlash?.audience === 'page' && request.method === 'GET') {
    const query = http.rawQuery === '' ? '' : `?${http.rawQuery}`
    send(needs, request, reply, redirect(308, withSlash.path + query))
    return
  }
  const isApi = withSlash ? withSlash.audience !== 'page' : /^\/(?:api|o|\.well-known)\//.test(http.path)
  send(needs, request, reply, problemReply(needs, 'not-found', request, isApi ? 'api' : 'page'))
}

function sendNotAllowed(
  needs: ServerNeeds,
  routes: readonly Route[],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const answer = problemReply(needs, 'method-not-allowed', request, routes[0]?.audience ?? 'page')
  const allow = [...servedBy(routes).keys()].join(', ')
  send(needs, request, reply, withHeaders(answer, { allow }))
}

function withHeaders(answer: Reply, headers: Reply['headers']): Reply {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

function sendFault(needs: ServerNeeds, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error)
  if (problem === 'server-error' || problem === 'unavailable') noteFault(needs.log, problem, error, request)
  const config = (request.routeOptions?.config ?? {}) as { audience?: Route['audience'] }
  const answer = problemReply(needs, problem, request, config.audience ?? 'page')
  send(needs, request, reply, withHeaders(answer, PROBLEM_HEADERS[problem] ?? {}))
}

const PROBLEM_HEADERS: Readonly<Partial<Record<HttpProblem, Reply['headers']>>> = {
  'too-large': { connection: 'close' },
  unavailable: { 'retry-after': '2' },
}

function problemOf(error: unknown): HttpProblem {
  if (error instanceof DatabaseUnavailable) return 'unavailable'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'too-large'
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? 'bad-request' : 'server-error'
}

function noteFault(log: Log, problem: HttpProblem, error: unknown, request: FastifyRequest): void {
  log.error(problem, {
    request_id: request.id,
    route: request.routeOptions?.url,
    error: error instanceof Error ? error.message : 'unknown',
    stack: problem === 'server-error' && error instanceof Error ? error.stack : undefined,
  })
}

function problemReply(
  needs: ServerNeeds,
  problem: HttpProblem,
  request: FastifyRequest,
  audience: Route['audience'],
): Reply {
  const status = PROBLEM_STATUS[problem]
  if (audience === 'page') return needs.problemPage(problem, incoming(needs, request))
  if (audience === 'api') return json(status, { detail: PROBLEM_DETAIL[problem] })
  return json(status, { error: PROBLEM_OAUTH_ERROR[problem], error_description: PROBLEM_DETAIL[problem] })
}
