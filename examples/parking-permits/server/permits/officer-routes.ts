import { citizenOf } from '@portico/program/fastify'
import type { FastifyInstance } from 'fastify'
import { oneOf, readBody } from '../http/fields.ts'
import { refuse } from '../http/problems.ts'
import { decidePermit } from './decide-permit.ts'
import { DECISIONS, permitView } from './permit.ts'
import { listWaitingPermits } from './permit-store.ts'
import { requireOfficer } from './require-officer.ts'
import type { PermitNeeds } from './routes.ts'

/** The routes for permit officers, under `/api/v1/officer/`: list all open applications, and decide. */
export function officerRoutes(app: FastifyInstance, needs: Omit<PermitNeeds, 'limits'>): void {
  const guarded = { preHandler: [app.requireCitizen, requireOfficer(needs.sso)] }

  app.get('/api/v1/officer/permits/', guarded, async () => {
    const waiting = await listWaitingPermits(needs.db)
    return { permits: waiting.map((permit) => ({ ...permitView(permit), applicant: permit.applicant })) }
  })

  app.post<{ Params: { id: string } }>(
    '/api/v1/officer/permits/:id/decision/',
    guarded,
    async (request, reply) => {
      const body = readBody(request.body, { decision: oneOf(DECISIONS) })
      if (!body.ok) return refuse(reply, 'invalid_fields', { errors: body.errors })
      const decided = await decidePermit(needs, {
        permitId: request.params.id,
        status: body.value.decision,
        officerId: citizenOf(needs.sso, request).accountId,
      })
      return typeof decided === 'string' ? refuse(reply, decided) : permitView(decided)
    },
  )
}
