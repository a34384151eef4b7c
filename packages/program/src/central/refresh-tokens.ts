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
import { clientAuthOf, clientOf, type Line, requestOptions } from './line.ts'
import { type CentralTokens, tokensOf } from './tokens.ts'

/** What is traded, and whose it is. */
export interface Renewal {
  readonly refreshToken: string
  readonly subject: string
  /**
   * Sent as `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a service that heeds it tells the same rotation
   * again. Without it, nothing is sent twice.
   */
  readonly idempotencyKey: string | undefined
  /** The store's clock before anything is sent; null where the renewal is another worker's by now. */
  stillOurs(): Promise<Date | null>
}

const MOST_TRIES = 3

/** Trades a refresh token for its successor; the caller must store that before using it. */
export async function refreshTokens(
  line: Line,
  server: AuthorizationServer,
  renewal: Renewal,
): Promise<Result<CentralTokens, CentralRefusal>> {
  const { timeoutMs } = line.settings
  const auth = await clientAuthOf(line).then(accepted, (error: unknown) => refused(refusalOf(error)))
  if (!auth.ok) return auth
  const whole = AbortSignal.timeout(3 * timeoutMs)
  const most = renewal.idempotencyKey === undefined ? 1 : MOST_TRIES
  for (let tries = 1; ; tries += 1) {
    const signal = AbortSignal.timeout(tries === 1 ? 2 * timeoutMs : timeoutMs)
    const tried = await tryRefresh({ line, server, auth: auth.value, signal }, renewal)
    if (tried.answer) return tried.answer
    const isToWait = tried.lost.retryAfterSeconds !== undefined
    if (tries >= most || isToWait || whole.aborted) return refused(tried.lost)
  }
}

/** An answer, or why it was lost: then the token may have been traded all the same. */
type Tried =
  | { readonly answer: Result<CentralTokens, CentralRefusal> }
  | { readonly answer?: never; readonly lost: CentralRefusal }

interface TryNeeds {
  readonly line: Line
  readonly server: AuthorizationServer
  readonly auth: ClientAuth
  readonly signal: AbortSignal
}

async function tryRefresh(
  { line, server, auth, signal }: TryNeeds,
  { refreshToken, subject, idempotencyKey, stillOurs }: Renewal,
): Promise<Tried> {
  const askedAt = await stillOurs()
  if (!askedAt) return { answer: unavailable('another worker took over during a renewal') }
  const headers = new Headers(
    idempotencyKey === undefined ? {} : { 'idempotency-key': `"${idempotencyKey}"` },
  )
  const options = { ...requestOptions(line, 'token'), headers, signal }
  try {
    const response = await refreshTokenGrantRequest(server, clientOf(line), auth, refreshToken, options)
    const body = await processRefreshTokenResponse(server, clientOf(line), response)
    const renewed = getValidatedIdTokenClaims(body)
    // An ID token need not come again; one that does names the same citizen (OpenID Connect Core section 12.2).
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
  line: Line,
  server: AuthorizationServer,
  refreshToken: string,
): Promise<Result<true, CentralRefusal>> {
  try {
    const auth = await clientAuthOf(line)
    const additionalParameters = { token_type_hint: 'refresh_token' }
    const options = { ...requestOptions(line, 'revocation'), additionalParameters }
    await processRevocationResponse(
      await revocationRequest(server, clientOf(line), auth, refreshToken, options),
    )
    return accepted(true)
  } catch (error) {
    return refused(refusalOf(error))
  }
}
