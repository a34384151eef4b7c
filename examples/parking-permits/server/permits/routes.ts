import { randomUUID } from 'node:crypto'
import type { ProgramSso } from '@portico/program'
import { citizenOf } from '@portico/program/fastify'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../accounts/account.ts'
import { oneOf, readBody } from '../http/fields.ts'
import { languageOf } from '../http/language.ts'
import { refuse } from '../http/problems.ts'
import type { Limits } from '../limits.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/system-clock.ts'
import { PERMIT_ID, permitView, plate } from './permit.ts'
import { permitFile } from './permit-file.ts'
import { findPermit, insertPermit, listPermitsOf } from './permit-store.ts'
import { ZONE_IDS } from './zones.ts'

/** What the permit routes are handed. */
export interface PermitNeeds {
  readonly sso: ProgramSso<Account>
  readonly db: Database
  readonly clock: Clock
  readonly limits: Limits
  readonly timeZone: string
}

/** `GET` and `POST /api/v1/permits/`: the citizen's own permits. `GET /api/v1/permits/<id>/file/`: one of them as a file. */
export function permitRoutes(app: FastifyInstance, { sso, db, clock, limits, timeZone }: PermitNeeds): void {
  const guarded = { preHandler: app.requireCitizen }

  app.get('/api/v1/permits/', guarded, async (request) => {
    const permits = await listPermitsOf(db, citizenOf(sso, request).accountId)
    return { permits: permits.map(permitView) }
  })

  // A browser sends no bearer with a download, so the address has a one-time ticket.
  const byTicket = { ...guarded, config: { acceptTicket: true } }
  app.get<{ Params: { id: string } }>('/api/v1/permits/:id/file/', byTicket, async (request, reply) => {
    const { id } = request.params
    const permit = PERMIT_ID.test(id) ? await findPermit(db, id) : null
    const isOwn = permit?.accountId === citizenOf(sso, request).accountId
    const file = permit && isOwn ? permitFile(permit, languageOf(request), timeZone) : null
    if (!file) return refuse(reply, 'not_found')
    return reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .type('text/plain; charset=utf-8')
      .send(file.text)
  })

  app.post('/api/v1/permits/', guarded, async (request, reply) => {
    const body = readBody(request.body, { plate, zone: oneOf(ZONE_IDS) })
    if (!body.ok) return refuse(reply, 'invalid_fields', { errors: body.errors })
    const { accountId } = citizenOf(sso, request)
    const wait = await limits.exceeded('applying', accountId)
    if (wait !== null) return refuse(reply, 'throttled', { retryAfterSeconds: wait })
    const application = { ...body.value, id: randomUUID(), accountId, appliedAt: clock.now() }
    const permit = await insertPermit(db, application)
    return permit ? reply.code(201).send(permitView(permit)) : refuse(reply, 'already_applied')
  })
}
