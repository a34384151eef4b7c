import type { FastifyInstance } from 'fastify'
import { accountOf } from '../citizen.ts'
import { rolesOf } from './account.ts'

/** `GET /api/v1/me/`: who is signed in. */
export function accountRoutes(app: FastifyInstance): void {
  app.get('/api/v1/me/', { preHandler: app.requireCitizen }, async (request) => {
    const account = accountOf(request)
    return { account_id: account.id, name: account.name, email: account.email, roles: rolesOf(account) }
  })
}
