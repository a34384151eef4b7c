import type { FastifyInstance, FastifyReply } from 'fastify'
import { emailAddress, password, readBody } from '../http/fields.ts'
import { refuse } from '../http/problems.ts'
import type { Limits } from '../limits.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/system-clock.ts'
import { OLD_SESSION_SECONDS } from './old-token.ts'
import { openOldSession } from './open-old-session.ts'

/** What the old sign-in is handed. */
export interface OldAccountNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly limits: Limits
}

/** `POST /api/v1/auth/login/`: the sign-in to old accounts. It makes no new ones. */
export function oldAccountRoutes(app: FastifyInstance, needs: OldAccountNeeds): void {
  app.post('/api/v1/auth/login/', async (request, reply) => {
    const body = readBody(request.body, { email: emailAddress, password })
    if (!body.ok) return refuse(reply, 'invalid_fields', { errors: body.errors })
    const wait =
      (await needs.limits.exceeded('password-form', request.ip)) ??
      (await needs.limits.exceeded('guessing', `${body.value.email} ${request.ip}`))
    if (wait !== null) return refuse(reply, 'throttled', { retryAfterSeconds: wait })
    return sendToken(reply, await openOldSession(needs, body.value))
  })
}

function sendToken(reply: FastifyReply, token: string | null): FastifyReply {
  if (token === null) return refuse(reply, 'wrong_password')
  return reply.send({ access_token: token, token_type: 'Bearer', expires_in: OLD_SESSION_SECONDS })
}
