import type { ProgramSso, SsoStore } from '@portico/program'
import { fastifySso } from '@portico/program/fastify'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import type { Account } from './accounts/account.ts'
import { accountRoutes } from './accounts/routes.ts'
import { addSafeHeaders } from './http/headers.ts'
import { BODY_LIMIT_BYTES, type ProblemCode, refuse } from './http/problems.ts'
import { createLimits } from './limits.ts'
import { oldAccountGuard } from './old-accounts/guard.ts'
import { oldAccountRoutes } from './old-accounts/routes.ts'
import type { Page } from './page/bundle-page.ts'
import { pageRoutes } from './page/routes.ts'
import { officerRoutes } from './permits/officer-routes.ts'
import { permitRoutes } from './permits/routes.ts'
import { type Database, isDatabaseAway } from './platform/database.ts'
import type { Clock } from './platform/system-clock.ts'

/** What the routes are handed. */
export interface AppNeeds {
  readonly sso: ProgramSso<Account>
  readonly store: Pick<SsoStore<never>, 'hit'>
  readonly db: Database
  readonly clock: Clock
  readonly page: Page
  readonly isHttps: boolean
  readonly timeZone: string
  /** The proxies whose `X-Forwarded-For` counts, for the limits of this program's own forms. */
  readonly trustedProxies: readonly string[]
}

/** Makes the whole program, as a Fastify application that does not listen yet. */
export async function buildApp(parts: AppNeeds): Promise<FastifyInstance> {
  const { sso, store, db, clock, page, isHttps, timeZone } = parts
  const trustProxy = [...parts.trustedProxies]
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy,
    routerOptions: { ignoreTrailingSlash: true },
  })
  addSafeHeaders(app, { isHttps })
  answerFailures(app)
  await app.register(fastifySso(sso, { fallback: oldAccountGuard(db, clock) }))
  const needs = { sso, db, clock, timeZone, limits: createLimits(store, clock) }
  accountRoutes(app, needs)
  oldAccountRoutes(app, needs)
  permitRoutes(app, needs)
  officerRoutes(app, needs)
  pageRoutes(app, page, { isHttps })
  return app
}

const KNOWN: Readonly<Record<number, ProblemCode>> = { 413: 'too_large', 415: 'not_json' }

/** Bad input gets a 4xx. If the database does not answer, the response is 503. Every other error is 500. */
function answerFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => refuse(reply, 'not_found'))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (isDatabaseAway(error)) return refuse(reply, 'unavailable', { retryAfterSeconds: 5 })
    const status = error.statusCode ?? 500
    if (status < 500) return refuse(reply, KNOWN[status] ?? 'unreadable')
    console.error(
      JSON.stringify({ level: 'error', event: 'permits.failed', request_id: request.id, stack: error.stack }),
    )
    return refuse(reply, 'failed')
  })
}
