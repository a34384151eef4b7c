import { type AuthenticatedClient, STALE_CLIENT } from '../../clients/index.ts'
import type { Clock, UnixSeconds } from '../../platform/clock.ts'
import { readToken } from '../../platform/opaque-token.ts'
import { coalesce, HOT_PIPELINED } from '../../platform/postgres/coalesce.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { findTokens, type IntrospectedToken, type IntrospectionRequest } from '../../access/statements/introspect-token.ts'

/** What introspecting needs; `reads` is the connection that hot reads share. */
export interface IntrospectionNeeds {
  readonly reads: Database
  readonly clock: Clock
}

/** The answer about a living token (contract section 2.12); all fields are always there. */
export interface ActiveToken {
  readonly active: true
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly email_verified: true
  /** Not verified; no proof of ownership. */
  readonly phone_number: string
  readonly phone_number_verified: false
  readonly client_id: string
  readonly scope: string
  readonly exp: UnixSeconds
  readonly sid: string
  readonly security_version: number
}

/** What an introspection is answered with; STALE_CLIENT when the client changed since it was proven. */
export type Introspection = ActiveToken | { readonly active: false } | typeof STALE_CLIENT

/** Answers one introspection. */
export type Introspector = (token: string, client: AuthenticatedClient) => Promise<Introspection>

const INACTIVE = { active: false } as const

/** A token that nobody has: asked in place of one that cannot be read, so that the client's state is checked all the same. */
const NOBODY = { citizenId: '00000000-0000-0000-0000-000000000000', hash: Buffer.alloc(32) }

/** Makes the introspector of one process. */
export function createIntrospector(needs: IntrospectionNeeds): Introspector {
  const ask = coalesce<IntrospectionRequest, Introspection>(async (requests) => {
    const found = await findTokens(needs.reads, requests, needs.clock.now())
    return requests.map(({ clientId }, place) => describe(found[place], clientId))
  }, HOT_PIPELINED)
  return (token, { clientId, revision }) => {
    const { citizenId, hash } = readToken('access-token', token) ?? NOBODY
    return ask({ citizenId, tokenHash: hash, clientId, revision })
  }
}

function describe(found: IntrospectedToken | undefined, clientId: string): Introspection {
  if (!found?.clientIsCurrent) return STALE_CLIENT
  if (!found.active) return INACTIVE
  return {
    active: true,
    sub: found.subject,
    name: found.fullName,
    email: found.email,
    email_verified: true,
    phone_number: found.phoneNumber,
    phone_number_verified: false,
    client_id: clientId,
    scope: found.scope,
    exp: found.expiresAt,
    sid: found.sessionId,
    security_version: found.securityVersion,
  }
}
