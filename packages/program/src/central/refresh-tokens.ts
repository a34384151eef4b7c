import {
  type AuthorizationServer,
  type ClientAuth,
  getValidatedIdTokenClaims,
  processRefreshTokenResponse,
  processRevocationResponse,
  refreshTokenGrantRequest,
  revocationRequest,
} from 'oauth4webapi'
import { accepted, type Result, refused } from '../platform/index.ts'
import { type CentralRefusal, refusalOf } from './central-refusal.ts'
import { type CentralTokens, tokensOf } from './tokens.ts'
import { clientAuthOf, clientOf, requestOptions, type Transport } from './transport.ts'

/** A refresh token to exchange. */
export interface Renewal {
  readonly refreshToken: string
  readonly subject: string
  /**
   * Sent as `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). For a retry with the same key, the identity
   * service repeats its response. Without a key, the request is sent only once.
   */
  readonly idempotencyKey: string | undefined
  /** Returns the store's time, or null if another worker has taken over. */
  stillOurs(): Promise<Date | null>
}

const MAX_TRIES = 3

/** Exchanges a refresh token. The caller must store the new tokens before it uses them. */
export async function refreshTokens(
  transport: Transport,
  server: AuthorizationServer,
  renewal: Renewal,
): Promise<Result<CentralTokens, CentralRefusal>> {
  const { timeoutMs } = transport.settings
  const auth = await clientAuthOf(transport).then(accepted, (error: unknown) => refused(refusalOf(error)))
  if (!auth.ok) return auth
  const whole = AbortSignal.timeout(3 * timeoutMs)
  const most = renewal.idempotencyKey === undefined ? 1 : MAX_TRIES
  for (let tries = 1; ; tries += 1) {
    const signal = AbortSignal.timeout(tries === 1 ? 2 * timeoutMs : timeoutMs)
    const tried = await tryRefresh({ transport, server, auth: auth.value, signal }, renewal)
    if (tried.answer) return tried.answer
    const isToWait = tried.lost.retryAfterSeconds !== undefined
    if (tries >= most || isToWait || whole.aborted) return refused(tried.lost)
  }
}

/** A result, or why the response was lost. The identity service may have rotated the token although it was lost. */
type Tried =
  | { readonly answer: Result<CentralTokens, CentralRefusal> }
  | { readonly answer?: never; readonly lost: CentralRefusal }

interface TryNeeds {
  readonly transport: Transport
  readonly server: AuthorizationServer
  readonly auth: ClientAuth
  readonly signal: AbortSignal
}

async function tryRefresh(
  { transport, server, auth, signal }: TryNeeds,
  { refreshToken, subject, idempotencyKey, stillOurs }: Renewal,
): Promise<Tried> {
  const askedAt = await stillOurs()
  if (!askedAt) return { answer: unavailable('another worker took over during a renewal') }
  const headers = new Headers(
    idempotencyKey === undefined ? {} : { 'idempotency-key': `"${idempotencyKey}"` },
  )
  const options = { ...requestOptions(transport, 'token'), headers, signal }
  try {
    const response = await refreshTokenGrantRequest(server, clientOf(transport), auth, refreshToken, options)
    const body = await processRefreshTokenResponse(server, clientOf(transport), response)
    const renewed = getValidatedIdTokenClaims(body)
    // The ID token is optional here. If there is one, it must name the same subject (OpenID Connect Core section
    // 12.2).
    if (renewed && renewed.sub !== subject) return { answer: unavailable('sub: changed at a renewal') }
    return { answer: accepted(tokensOf(body, askedAt, refreshToken)) }
  } catch (error) {
    const refusal = refusalOf(error)
    const isLost = refusal.kind === 'unavailable' || refusal.kind === 'untrusted'
    return isLost ? { lost: { ...refusal, kind: 'unavailable' } } : { answer: refused(refusal) }
  }
}

function unavailable(reason: string): Result<never, CentralRefusal> {
  return refused({ kind: 'unavailable', reason })
}

/** Revokes a grant by its refresh token (RFC 7009). */
export async function revokeToken(
  transport: Transport,
  server: AuthorizationServer,
  refreshToken: string,
): Promise<Result<true, CentralRefusal>> {
  try {
    const auth = await clientAuthOf(transport)
    const additionalParameters = { token_type_hint: 'refresh_token' }
    const options = { ...requestOptions(transport, 'revocation'), additionalParameters }
    await processRevocationResponse(
      await revocationRequest(server, clientOf(transport), auth, refreshToken, options),
    )
    return accepted(true)
  } catch (error) {
    return refused(refusalOf(error))
  }
}
