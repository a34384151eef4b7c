import type { ProgramSso } from '@portico/program'
import { citizenOf } from '@portico/program/fastify'
import type { FastifyInstance } from 'fastify'
import { type Account, rolesOf } from './account.ts'

/** `GET /api/v1/me/`: who is signed in. */
export function accountRoutes(app: FastifyInstance, { sso }: { readonly sso: ProgramSso<Account> }): void {
  app.get('/api/v1/me/', { preHandler: app.requireCitizen }, async (request) => {
    const { account } = citizenOf(sso, request)
    return { account_id: account.id, name: account.name, email: account.email, roles: rolesOf(account) }
  })
}
