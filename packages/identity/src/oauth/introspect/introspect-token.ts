import type { HotStatements, IntrospectedToken } from '../../access/index.ts'
import type { AuthenticatedClient } from '../../clients/index.ts'
import { NO_TOKEN } from '../../platform/nobody.ts'
import { readToken } from '../../platform/opaque-token.ts'

const INACTIVE = { active: false } as const

/** Finds a token for a client. A token that cannot be read is looked for, too, and the statement checks the client. */
export function findToken(
  access: Pick<HotStatements, 'introspectToken'>,
  token: string,
  { clientId, revision }: AuthenticatedClient,
): Promise<IntrospectedToken | undefined> {
  const { citizenId, hash } = readToken('access-token', token) ?? NO_TOKEN
  return access.introspectToken({ citizenId, hash, clientId, revision })
}

/**
 * What the client learns about the token (contract section 2.12): the answer about an active one always has all fields.
 * `client-changed` where the client has changed since this process read it.
 */
export function describeToken(found: IntrospectedToken | undefined, clientId: string) {
  if (!found?.clientIsCurrent) return 'client-changed'
  if (!found.active) return INACTIVE
  return {
    active: true,
    sub: found.subject,
    name: found.fullName,
    email: found.email,
    email_verified: true,
    // Not verified, so no proof of ownership.
    phone_number: found.phoneNumber,
    phone_number_verified: false,
    client_id: clientId,
    scope: found.scope,
    exp: found.expiresAt,
    sid: found.sessionId,
    security_version: found.securityVersion,
  }
}
