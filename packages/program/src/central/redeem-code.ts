import {
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  getValidatedIdTokenClaims,
  type IDToken,
  processAuthorizationCodeResponse,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import type { VerifiedIdentity } from '../accounts.ts'
import { accepted, type Result, refused, secret } from '../platform/index.ts'
import { type CentralRefusal, refusalOf, refusalOfCode } from './central-refusal.ts'
import { faultOfIdToken } from './id-token-faults.ts'
import type { SignatureCheck } from './signing-keys.ts'
import { type CentralTokens, tokensOf } from './tokens.ts'
import {
  CLOCK_TOLERANCE_SECONDS,
  clientAuthOf,
  clientOf,
  requestOptions,
  type Transport,
} from './transport.ts'

/** The result of a redeemed code: the verified identity and its tokens. */
export interface RedeemedCode {
  readonly identity: VerifiedIdentity
  readonly tokens: CentralTokens
  /** The store's time before the code was sent. The central session was open at or after this time. */
  readonly checkedAt: Date
}

/** The parameters of the callback, and the values of the pending sign-in. */
export interface CodeToRedeem {
  readonly parameters: URLSearchParams
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** The store's time before the code is sent. */
  readonly askedAt: Date
}

/** What the redemption of a code is handed. */
export interface RedeemNeeds {
  readonly transport: Transport
  readonly signature: SignatureCheck
  readonly server: AuthorizationServer
}

/** Printable ASCII (RFC 6749 appendix A.11). Real codes are far shorter. */
const CODE = /^[\x20-\x7e]{1,2048}$/

/**
 * Checks an authorization response before anything is sent. Refuses the `iss` of another issuer, an error, a repeated
 * parameter and a missing code (RFC 9207, RFC 6749 section 4.1.2).
 */
export function checkAuthorizationResponse(
  needs: RedeemNeeds,
  code: CodeToRedeem,
): Result<URLSearchParams, CentralRefusal> {
  try {
    const checked = validateAuthResponse(needs.server, clientOf(needs.transport), code.parameters, code.state)
    if (CODE.test(checked.get('code') ?? '')) return accepted(checked)
    return refused({
      kind: 'malformed',
      reason: 'the authorization response has no code, or a code that is too long or not ASCII',
    })
  } catch (error) {
    const refusal = refusalOf(error)
    return refused(refusal.kind === 'untrusted' ? { ...refusal, kind: 'malformed' } : refusal)
  }
}

/** Exchanges the code and checks the ID token (contract section 4.3, rules 3 and 4). */
export async function redeemCode(
  needs: RedeemNeeds,
  checked: URLSearchParams,
  code: CodeToRedeem,
): Promise<Result<RedeemedCode, CentralRefusal>> {
  const { transport, server } = needs
  try {
    const response = await authorizationCodeGrantRequest(
      server,
      clientOf(transport),
      await clientAuthOf(transport),
      checked,
      transport.settings.callbackUrl,
      code.verifier,
      requestOptions(transport, 'token'),
    )
    const granted = response.clone()
    const read = await readTokens(needs, response, code).catch((error: unknown) =>
      refused(refusalOfCode(error)),
    )
    return read.ok ? read : refused(await withUnused(read.refusal, granted))
  } catch (error) {
    return refused(refusalOfCode(error))
  }
}

async function readTokens(
  { transport, server, signature }: RedeemNeeds,
  response: Response,
  { nonce, askedAt }: CodeToRedeem,
): Promise<Result<RedeemedCode, CentralRefusal>> {
  const readAt = transport.clock.now()
  const checks = { expectedNonce: nonce, requireIdToken: true }
  const body = await processAuthorizationCodeResponse(server, clientOf(transport), response, checks)
  await signature.check(server, response)
  const identity = await identityOf(transport, body, { now: readAt, askedAt })
  if (!identity.ok) return identity
  return accepted({ identity: identity.value, tokens: tokensOf(body, askedAt, null), checkedAt: askedAt })
}

/** Adds the refresh token that came with a bad ID token. It is not used, so its grant must be revoked. */
async function withUnused(refusal: CentralRefusal, granted: Response): Promise<CentralRefusal> {
  const body: unknown = granted.status === 200 ? await granted.json().catch(() => null) : null
  const token =
    typeof body === 'object' && body !== null && 'refresh_token' in body ? body.refresh_token : null
  return typeof token === 'string' ? { ...refusal, unused: secret(token) } : refusal
}

/** Makes the identity from the checked ID token. */
async function identityOf(
  transport: Transport,
  body: TokenEndpointResponse,
  { now, askedAt }: { readonly now: Date; readonly askedAt: Date },
): Promise<Result<VerifiedIdentity, CentralRefusal>> {
  const claims = getValidatedIdTokenClaims(body)
  const { id_token: compact, access_token: accessToken } = body
  if (!claims || compact === undefined) return untrusted('no ID token')
  const fault = await faultOfIdToken({
    claims,
    compact,
    accessToken,
    clientId: transport.settings.clientId,
    now,
  })
  if (fault !== null) return untrusted(fault)
  // faultOfIdToken has checked that these claims have these types.
  const identity = {
    issuer: claims.iss,
    subject: claims.sub,
    sid: String(claims['sid']),
    securityVersion: Number(claims['security_version']),
    email: String(claims['email']),
    name: textOrNull(claims['name']),
    phoneNumber: textOrNull(claims['phone_number']),
    authenticatedAt: signedInAt(claims, askedAt),
    acr: textOrNull(claims['acr']),
    locale: languageTag(claims['locale']),
  }
  // This is the only place that makes a VerifiedIdentity. faultOfIdToken and the library have checked the token.
  return accepted(identity as VerifiedIdentity)
}

/**
 * When the citizen signed in, by the clock of the program: the age that the token says, before the code was sent. So two clocks
 * that differ by less than the tolerance change nothing. `iat` alone says nothing: a session of last week gives a new ID
 * token, too.
 */
function signedInAt({ auth_time: at, iat }: IDToken, askedAt: Date): Date | null {
  if (at === undefined) return null
  const byAge = askedAt.getTime() - Math.max(0, iat - at) * 1000
  return new Date(Math.min(byAge, (at + CLOCK_TOLERANCE_SECONDS) * 1000))
}

function untrusted(reason: string): Result<never, CentralRefusal> {
  return refused({ kind: 'untrusted', reason })
}

/** A language tag (RFC 5646). What is none is left out: no sign-in fails by the language of its pages. */
function languageTag(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,5}$/i.test(value) ? value : null
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
