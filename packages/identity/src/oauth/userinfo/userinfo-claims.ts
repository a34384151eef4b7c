import type { TokenBearer } from '../../access/index.ts'

/** The claims of the citizen that a token's scope allows (contract section 2.11). */
export function userinfoClaims(bearer: TokenBearer) {
  const scopes = bearer.scope.split(' ')
  return {
    sub: bearer.subject,
    ...(scopes.includes('profile') ? { name: bearer.fullName } : {}),
    ...(scopes.includes('email') ? { email: bearer.email, email_verified: true } : {}),
    sid: bearer.sessionId,
    security_version: bearer.securityVersion,
  }
}
