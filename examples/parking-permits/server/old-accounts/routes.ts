import type { FastifyInstance, FastifyReply } from 'fastify'
import { emailAddress, line, password, readBody } from '../http/fields.ts'
import { refuse } from '../http/problems.ts'
import type { Limits } from '../limits.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/system-clock.ts'
import { OLD_SESSION_SECONDS } from './old-token.ts'
import { openOldSession } from './open-old-session.ts'
import { registerOldAccount } from './register-old-account.ts'

/** What the old sign-in needs. */
export interface OldAccountNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly limits: Limits
}

/** `POST /api/v1/auth/register/` and `POST /api/v1/auth/login/`: the accounts that this program had before. */
export function oldAccountRoutes(app: FastifyInstance, needs: OldAccountNeeds): void {
  app.post('/api/v1/auth/register/', async (request, reply) => {
    const body = readBody(request.body, {
      email: emailAddress,
      password: password(8),
      full_name: line(150),
    })
    if (!body.ok) return refuse(reply, 'invalid_fields', { errors: body.errors })
    const wait = await needs.limits.exceeded('password-form', request.ip)
    if (wait !== null) return refuse(reply, 'throttled', { retryAfterSeconds: wait })
    const accountId = await registerOldAccount(needs, body.value)
    if (accountId === null) return refuse(reply, 'email_taken')
    const { email, full_name: name } = body.value
    return reply.code(201).send({ account_id: accountId, name, email, roles: [] })
  })

  app.post('/api/v1/auth/login/', async (request, reply) => {
    const body = readBody(request.body, { email: emailAddress, password: password(1) })
    if (!body.ok) return refuse(reply, 'invalid_fields', { errors: body.errors })
    const wait =
      (await needs.limits.exceeded('password-form', request.ip)) ??
      (await needs.limits.exceeded('guessing', `${body.value.email} ${request.ip}`))
    if (wait !== null) return refuse(reply, 'throttled', { retryAfterSeconds: wait })
    return answerWithToken(reply, await openOldSession(needs, body.value))
  })
}

function answerWithToken(reply: FastifyReply, token: string | null): FastifyReply {
  if (token === null) return refuse(reply, 'wrong_password')
  return reply.send({ access_token: token, token_type: 'Bearer', expires_in: OLD_SESSION_SECONDS })
}
