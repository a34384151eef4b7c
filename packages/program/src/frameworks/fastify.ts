import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProgramSso } from '../program-sso.ts'
import { SSO_BASE_PATH } from '../wire.ts'
import { type CitizenOnRequest, citizenOrRefusal, type FallbackGuard } from './citizen.ts'

export type { CitizenOnRequest, FallbackGuard } from './citizen.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requireCitizen(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  }
  interface FastifyRequest {
    citizen: CitizenOnRequest<{ id: string }> | null
  }
}

/** The endpoints as a Fastify 5 plugin, with `app.requireCitizen` for `preHandler` and `request.citizen` after it. */
export function fastifySso<Account extends { id: string }>(
  sso: ProgramSso<Account>,
  options: { readonly fallback?: FallbackGuard<FastifyRequest> } = {},
): (app: FastifyInstance) => Promise<void> {
  const { fallback } = options
  const plugin = async (app: FastifyInstance) => {
    app.decorateRequest('citizen', null)
    app.decorate('requireCitizen', async (request, reply) => {
      const found = await citizenOrRefusal(
        sso,
        { headers: request.headers },
        fallback && (() => fallback(request)),
      )
      if (found instanceof Response) return send(reply, found)
      request.citizen = found
      return undefined
    })
    await app.register(async (inner) => mount(inner, sso))
  }
  // Fastify's own sign that decorators belong to the application and not to this plugin alone.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}

/** The citizen of a guarded request, with the program's own account type; throws where no guard ran. */
export function citizenOf<Account extends { id: string }>(
  _sso: ProgramSso<Account>,
  request: FastifyRequest,
): CitizenOnRequest<Account> {
  if (!request.citizen) throw new Error('citizenOf: this route has no { preHandler: app.requireCitizen }')
  // The decorator put there what this very program's load() gave.
  return request.citizen as CitizenOnRequest<Account>
}

/** In a scope of its own the body stays a stream, whatever the application parses elsewhere; the core counts its bytes. */
function mount(app: FastifyInstance, sso: Pick<ProgramSso<{ id: string }>, 'handle'>): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, stream, done) => done(null, stream))
  app.all(`${SSO_BASE_PATH}*`, async (request, reply) => {
    const answer = await sso.handle(webRequestOf(request), { ip: request.socket.remoteAddress ?? request.ip })
    return answer ? send(reply, answer) : reply.callNotFound()
  })
}

function webRequestOf(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  // The type of node's own web streams and the one that fetch declares differ in name only.
  const stream = (body: Readable) => Readable.toWeb(body) as unknown as NonNullable<RequestInit['body']>
  const body = request.body instanceof Readable ? { body: stream(request.body), duplex: 'half' as const } : {}
  return new Request(`http://localhost${request.raw.url ?? '/'}`, {
    method: request.method,
    headers,
    ...body,
  })
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  answer.headers.forEach((value, name) => {
    reply.header(name, value)
  })
  const body = answer.body ? Buffer.from(await answer.arrayBuffer()) : undefined
  return reply.code(answer.status).send(body)
}
