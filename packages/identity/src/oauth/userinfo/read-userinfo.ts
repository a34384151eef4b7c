import type { Awaitable } from '../../platform/awaitable.ts'
import type { Clock } from '../../platform/clock.ts'
import { readToken, type TokenKey } from '../../platform/opaque-token.ts'
import { coalesce, HOT_PIPELINED } from '../../platform/postgres/coalesce.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { findBearers, type TokenBearer } from '../../access/statements/read-userinfo.ts'

/** What reading userinfo needs; `reads` is the connection that hot reads share. */
export interface UserinfoNeeds {
  readonly reads: Database
  readonly clock: Clock
}

/** The claims, filtered by scope (contract section 2.11). */
export interface UserinfoClaims {
  readonly sub: string
  readonly name?: string
  readonly email?: string
  readonly email_verified?: true
  readonly sid: string
  readonly security_version: number
}

/** Finds the claims for an access token; nothing where it is not alive. */
export type UserinfoReader = (token: string) => Awaitable<UserinfoClaims | undefined>

/** Makes the reader of one process. */
export function createUserinfoReader(needs: UserinfoNeeds): UserinfoReader {
  const find = coalesce<TokenKey, UserinfoClaims | undefined>(async (tokens) => {
    const bearers = await findBearers(needs.reads, tokens, needs.clock.now())
    return bearers.map((bearer) => bearer && claimsOf(bearer))
  }, HOT_PIPELINED)
  return (value) => {
    const token = readToken('access-token', value)
    return token && find(token)
  }
}

function claimsOf(bearer: TokenBearer): UserinfoClaims {
  const scopes = bearer.scope.split(' ')
  return {
    sub: bearer.subject,
    ...(scopes.includes('profile') ? { name: bearer.fullName } : {}),
    ...(scopes.includes('email') ? { email: bearer.email, email_verified: true as const } : {}),
    sid: bearer.sessionId,
    security_version: bearer.securityVersion,
  }
}
