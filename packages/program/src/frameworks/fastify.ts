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

/** In a scope of its own the body stays as it came, whatever the application parses elsewhere. */
function mount(app: FastifyInstance, sso: Pick<ProgramSso<{ id: string }>, 'handle'>): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 65_536 }, (_request, body, done) =>
    done(null, body),
  )
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
  const body = Buffer.isBuffer(request.body) ? { body: Uint8Array.from(request.body) } : {}
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
