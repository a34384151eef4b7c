import { claimsOfProof, type RedeemedCode } from '../../access/index.ts'
import { plusSeconds, type UnixSeconds } from '../../platform/clock.ts'
import { sha256 } from '../../platform/secret.ts'
import { ID_TOKEN_LIFETIME_SECONDS } from '../../signing-keys/index.ts'

/** The parties and the times of an ID token. */
export interface IdTokenFrame {
  readonly issuer: string
  readonly clientId: string
  readonly accessToken: string
  /** How long the access token is valid. The ID token ends no later. */
  readonly expiresInSeconds: number
  readonly now: UnixSeconds
}

/**
 * The claims of an ID token (OpenID Connect Core section 2, contract section 2.10). The scope decides about name, language
 * (decision 102) and email. `amr` and `acr` say how the citizen signed in at `auth_time` (decision 49). `email_verified` is always there and always true, because a citizen without a verified address gets no code.
 */
export function idTokenClaims(
  redeemed: RedeemedCode,
  frame: IdTokenFrame,
): Readonly<Record<string, unknown>> {
  const scopes = redeemed.scope.split(' ')
  return {
    iss: frame.issuer,
    sub: redeemed.subject,
    aud: frame.clientId,
    exp: plusSeconds(frame.now, Math.min(frame.expiresInSeconds, ID_TOKEN_LIFETIME_SECONDS)),
    iat: frame.now,
    auth_time: redeemed.authenticatedAt,
    ...claimsOfProof(redeemed.proof, redeemed.acrValues?.split(' ') ?? []),
    nonce: redeemed.nonce,
    at_hash: accessTokenHash(frame.accessToken),
    sid: redeemed.sessionId,
    security_version: redeemed.securityVersion,
    email_verified: true,
    ...(scopes.includes('profile') ? profileOf(redeemed) : {}),
    ...(scopes.includes('email') ? { email: redeemed.email } : {}),
  }
}

/** The name, and the language in which its citizen reads the pages (Core section 5.1): nothing for one who has chosen none. */
function profileOf({ fullName: name, language: locale }: RedeemedCode): Readonly<Record<string, string>> {
  return locale === '' ? { name } : { name, locale }
}

/** `at_hash`: the left half of SHA-256 of the access token (OpenID Connect Core section 3.1.3.6). */
function accessTokenHash(accessToken: string): string {
  return sha256(accessToken).subarray(0, 16).toString('base64url')
}
