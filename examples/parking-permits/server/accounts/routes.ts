import type { ProgramSso, SessionInfo } from '@portico/program'
import { citizenOf } from '@portico/program/fastify'
import type { FastifyInstance } from 'fastify'
import { type Account, rolesOf } from './account.ts'

/** A session, for the citizen who opened it. The id stays here: a page needs none to show a list. */
function deviceView({ device, createdAt, lastUsedAt }: SessionInfo, isThisDevice: boolean) {
  return {
    browser: device.browser,
    system: device.system,
    signed_in_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    this_device: isThisDevice,
  }
}

/** `GET /api/v1/me/`: who is signed in. `GET /api/v1/devices/`: where else. */
export function accountRoutes(app: FastifyInstance, { sso }: { readonly sso: ProgramSso<Account> }): void {
  app.get('/api/v1/me/', { preHandler: app.requireCitizen }, async (request) => {
    const { account } = citizenOf(sso, request)
    const { id: account_id, name, email, language } = account
    return { account_id, name, email, language, roles: rolesOf(account) }
  })

  app.get('/api/v1/devices/', { preHandler: app.requireCitizen }, async (request) => {
    const { accountId, session } = citizenOf(sso, request)
    const sessions = await sso.sessions.list(accountId)
    return { devices: sessions.map((one) => deviceView(one, one.id === session?.id)) }
  })
}
