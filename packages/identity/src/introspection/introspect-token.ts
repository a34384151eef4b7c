import { type AuthenticatedClient, STALE_CLIENT } from '../clients/index.ts'
import type { Clock } from '../platform/clock.ts'
import { readToken } from '../platform/opaque-token.ts'
import { coalesce } from '../platform/postgres/coalesce.ts'
import type { Database } from '../platform/postgres/database.ts'
import { findTokens, type IntrospectedToken, type IntrospectionRequest } from './introspection-store.ts'

/** What introspecting needs; `reads` is the connection that hot reads share. */
export interface IntrospectionNeeds {
  readonly reads: Database
  readonly clock: Clock
}

/** What is told of a token: JSON, as it is sent. */
export interface IntrospectionAnswer {
  readonly json: string
}

/** Answers one introspection; STALE_CLIENT when the client changed since it was proven. */
export type Introspector = (
  token: string,
  client: AuthenticatedClient,
) => Promise<IntrospectionAnswer | typeof STALE_CLIENT>

const INACTIVE = '{"active":false}'

/** A token that nobody has: asked in place of one that cannot be read, so that the client's state is checked all the same. */
const NOBODY = { citizenId: '00000000-0000-0000-0000-000000000000', hash: Buffer.alloc(32) }

/** Makes the introspector of one process. */
export function createIntrospector(needs: IntrospectionNeeds): Introspector {
  const find = coalesce<IntrospectionRequest, IntrospectedToken | undefined>(
    (requests) => findTokens(needs.reads, requests, needs.clock.now()),
    { inFlight: 4, spread: 8, most: 256 },
  )
  return async (token, client) => {
    const { citizenId, hash } = readToken('access-token', token) ?? NOBODY
    const { clientId, revision } = client
    const found = await find({ citizenId, tokenHash: hash, clientId, revision })
    if (!found?.clientIsCurrent) return STALE_CLIENT
    return { json: found.answer ?? INACTIVE }
  }
}
