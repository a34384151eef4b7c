import type { FallbackGuard } from '@portico/program/fastify'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/system-clock.ts'
import { findOldSession } from './old-session-store.ts'
import { hashOldToken } from './old-token.ts'

/** The old guard of this program. It is called for bearers that are not from the central sign-in. */
export function oldAccountGuard(db: Database, clock: Clock): FallbackGuard<FastifyRequest> {
  return async ({ headers }) => {
    const token = /^Bearer (old_[\w-]+)$/i.exec(headers.authorization ?? '')?.[1]
    return token === undefined ? null : findOldSession(db, hashOldToken(token), clock.now())
  }
}
