import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CitizenCheck, ProgramSso, RecentSignIn } from '../program-sso.ts'
import type { RegisteredAccount } from '../registered.ts'
import { SSO_BASE_PATH } from '../wire.ts'
import {
  askedFor,
  type CitizenOnRequest,
  citizenOn,
  citizenOrNull,
  citizenOrRefusal,
  type FallbackGuard,
  putCitizen,
  requestIn,
  TICKET_HEADERS,
} from './citizen.ts'
import { headersOf, visitorOf } from './node-request.ts'
import { bodyStream, discardRest } from './request-body.ts'
import { methodForRequest, refuseTooManyHeaders } from './request-head.ts'
import { watchAnswer } from './watch-answer.ts'

export type { CitizenOnRequest, FallbackGuard } from './citizen.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requireCitizen(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
    requireRecentSignIn(
      recent: RecentSignIn,
    ): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
    optionalCitizen(request: FastifyRequest): Promise<unknown>
  }
  interface FastifyContextConfig {
    /** Whether `app.requireCitizen` also accepts a one-time ticket in the address. */
    acceptTicket?: boolean
  }
  interface FastifyRequest {
    citizen: CitizenOnRequest<RegisteredAccount> | null
  }
}

/**
 * The endpoints as a Fastify 5 plugin. For `preHandler`, it adds `app.requireCitizen`, `app.requireRecentSignIn({…})`, which
 * lets citizens through who signed in a short time ago, and `app.optionalCitizen`, which lets everybody through. All set
 * `request.citizen`.
 */
export function fastifySso<Account extends { id: string }>(
  sso: ProgramSso<Account>,
  options: { readonly fallback?: FallbackGuard<FastifyRequest> } = {},
): (app: FastifyInstance, registered?: { readonly prefix?: string }) => Promise<void> {
  const plugin = async (app: FastifyInstance, { prefix = '' }: { readonly prefix?: string } = {}) => {
    app.decorateRequest('citizen', null)
    const guardOf =
      (check: CitizenCheck<Account>) => async (request: FastifyRequest, reply: FastifyReply) => {
        const { acceptTicket = false } = request.routeOptions.config
        const asked = askedFor(request, { ...options, acceptTicket })
        const visitor = visitorOf(request.raw)
        const found = await citizenOrRefusal(check, visitor, asked)
        if (found instanceof Response) return send(reply, found)
        watchAnswer(check, { request: visitor, citizen: found, acceptTicket }, reply.raw)
        if (acceptTicket) reply.headers(TICKET_HEADERS)
        putCitizen(request, found)
        return undefined
      }
    app.decorate('requireCitizen', guardOf(sso))
    app.decorate('requireRecentSignIn', (recent) => guardOf(sso.requireRecentSignIn(recent)))
    app.decorate('optionalCitizen', async (request) => {
      putCitizen(request, await citizenOrNull(sso, visitorOf(request.raw), askedFor(request, options)))
    })
    await app.register(async (inner) => mount(inner, sso), { prefix })
  }
  // Tells Fastify that the decorators belong to the whole application, not only to this plugin.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}

/**
 * The citizen of a guarded request. With `sso`, the account has the program's own type; without it, the type in
 * `ProgramTypes`. Throws if no guard ran, or if nobody is signed in.
 */
export function citizenOf(request: FastifyRequest): CitizenOnRequest<RegisteredAccount>
export function citizenOf<Account extends { id: string }>(
  sso: ProgramSso<Account>,
  request: FastifyRequest,
): CitizenOnRequest<Account>
export function citizenOf(...args: [...unknown[], object]): CitizenOnRequest<unknown> {
  const citizen = citizenOn(requestIn(args))
  if (!citizen) throw new Error('citizenOf: this route has no { preHandler: app.requireCitizen }')
  return citizen
}

/**
 * Registers the endpoints in a scope of their own. There the body stays a stream, whatever the application parses
 * elsewhere, and the core counts its bytes. A prefix before our path is removed: Fastify's, or the path of the
 * program's own address.
 */
function mount(app: FastifyInstance, sso: Pick<ProgramSso<{ id: string }>, 'handle' | 'mountPaths'>): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, stream, done) => done(null, stream))
  for (const mountPath of app.prefix === '' ? sso.mountPaths : [SSO_BASE_PATH]) {
    app.all(`${mountPath}*`, { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request, reply) => {
      const url = request.raw.url ?? '/'
      const path = url.slice(Math.max(0, url.indexOf(SSO_BASE_PATH)))
      const peer = { ip: request.socket.remoteAddress ?? request.ip }
      const response =
        refuseTooManyHeaders(request.raw.rawHeaders) ?? (await sso.handle(webRequestOf(request, path), peer))
      if (!response) return reply.callNotFound()
      await send(reply, response)
      return discardRest(request.raw)
    })
  }
}

function webRequestOf(request: FastifyRequest, path: string): Request {
  const body =
    request.body instanceof Readable ? { body: bodyStream(request.body), duplex: 'half' as const } : {}
  return new Request(`http://localhost${path}`, {
    method: methodForRequest(request.method),
    headers: headersOf(request),
    ...body,
  })
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  response.headers.forEach((value, name) => {
    // HTTP/2 has no such header (RFC 9113 section 8.2.2).
    if (name !== 'connection' || reply.request.raw.httpVersionMajor === 1) reply.header(name, value)
  })
  const body = response.body ? Buffer.from(await response.arrayBuffer()) : undefined
  return reply.code(response.status).send(body)
}
