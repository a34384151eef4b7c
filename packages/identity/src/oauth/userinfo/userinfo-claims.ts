import type { TokenBearer } from '../../access/index.ts'

/** The claims, filtered by scope (contract section 2.11). */
export interface UserinfoClaims {
  readonly sub: string
  readonly name?: string
  readonly email?: string
  readonly email_verified?: true
  readonly sid: string
  readonly security_version: number
}

/** The claims of the citizen that a token's scope allows. */
export function userinfoClaims(bearer: TokenBearer): UserinfoClaims {
  const scopes = bearer.scope.split(' ')
  return {
    sub: bearer.subject,
    ...(scopes.includes('profile') ? { name: bearer.fullName } : {}),
    ...(scopes.includes('email') ? { email: bearer.email, email_verified: true as const } : {}),
    sid: bearer.sessionId,
    security_version: bearer.securityVersion,
  }
}
