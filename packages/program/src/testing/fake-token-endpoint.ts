import { bytesToBase64Url, sha256Base64Url, systemRandom } from '../platform/index.ts'
import {
  type FakeGrant,
  type FakeRequest,
  type FakeState,
  isAlive,
  isClient,
  secondsOf,
  type TamperedField,
} from './fake-state.ts'

/** For this time, a refresh token with the same `Idempotency-Key` gets the same response again. */
const RETRY_WINDOW_SECONDS = 60

/** `POST /o/token/`: codes and refresh tokens work once. A retry of a renewal with its key gets the same response. */
export async function answerToken(state: FakeState, request: Request): Promise<Response> {
  if (!isClient(state, request)) return oauthError(401, 'invalid_client')
  const form = new URLSearchParams(await request.text())
  if (form.get('grant_type') === 'authorization_code') return redeemCode(state, form)
  if (form.get('grant_type') === 'refresh_token')
    return refreshGrant(state, form.get('refresh_token') ?? '', request.headers.get('idempotency-key'))
  return oauthError(400, 'unsupported_grant_type')
}

async function redeemCode(state: FakeState, form: URLSearchParams): Promise<Response> {
  const code = form.get('code') ?? ''
  const grant = state.codes.get(code)
  state.codes.delete(code)
  const challenge = await sha256Base64Url(form.get('code_verifier') ?? '')
  if (!grant || !isAlive(state, grant) || grant.challenge !== challenge)
    return oauthError(400, 'invalid_grant')
  if (grant.redirectUri !== form.get('redirect_uri')) return oauthError(400, 'invalid_grant')
  const issued = issue(state, grant)
  return Response.json({ ...issued, id_token: await idToken(state, grant, issued.access_token) })
}

/** A String (RFC 9651 section 3.3.3) of at least 128 random bits. */
const IDEMPOTENCY_KEY = /^"[A-Za-z0-9_-]{22,}"$/

function refreshGrant(state: FakeState, token: string, idempotencyKey: string | null): Response {
  if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey))
    return oauthError(400, 'invalid_request')
  const grant = state.refresh.get(token)
  if (!grant) return answerSpentToken(state, token, idempotencyKey)
  if (!isAlive(state, grant)) return oauthError(400, 'invalid_grant')
  state.refresh.delete(token)
  const answer = issue(state, grant)
  state.rotations.set(token, { family: grant.family, idempotencyKey, answer, at: secondsOf(state) })
  return Response.json(answer)
}

/** A retry gets the same response again. Any other use is a reuse, and ends all tokens of the code. */
function answerSpentToken(state: FakeState, token: string, idempotencyKey: string | null): Response {
  const used = state.rotations.get(token)
  if (!used) return oauthError(400, 'invalid_grant')
  const isRepeated = idempotencyKey !== null && idempotencyKey === used.idempotencyKey
  const isLate = secondsOf(state) - used.at > RETRY_WINDOW_SECONDS
  if (isRepeated && !isLate && isAlive(state, state.refresh.get(used.answer.refresh_token)))
    return Response.json(used.answer)
  endFamily(state.access, used.family)
  endFamily(state.refresh, used.family)
  return oauthError(400, 'invalid_grant')
}

function endFamily(grants: Map<string, FakeGrant>, family: string): void {
  for (const [key, grant] of grants) if (grant.family === family) grants.delete(key)
}

function issue(state: FakeState, { subject, sid, securityVersion, family }: FakeGrant) {
  const now = secondsOf(state)
  const access = `cat_${bytesToBase64Url(systemRandom.bytes(32))}`
  const refresh = `crt_${bytesToBase64Url(systemRandom.bytes(32))}`
  const grant = { subject, sid, securityVersion, family }
  state.access.set(access, { ...grant, expiresAt: now + 900 })
  state.refresh.set(refresh, { ...grant, expiresAt: now + 14 * 86_400 })
  return {
    ...{ access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 900 },
    scope: 'openid profile email offline_access',
  }
}

async function idToken(
  state: FakeState,
  grant: FakeGrant & FakeRequest,
  accessToken: string,
): Promise<string> {
  const citizen = state.citizens.get(grant.subject)
  const now = secondsOf(state)
  const claims = {
    ...{ iss: state.baseUrl, sub: grant.subject, aud: state.clientId, exp: now + 600, iat: now },
    ...{ auth_time: grant.signedInAt, ...(grant.acr !== null && { acr: grant.acr }) },
    ...{ nonce: grant.nonce, sid: grant.sid, security_version: grant.securityVersion },
    ...{ name: citizen?.name, email: citizen?.email, email_verified: citizen?.emailVerified },
  }
  const { tamper: field, forge } = state
  state.tamper = null
  state.forge = null
  const keys = await state.keys()
  if (forge) return forge({ claims, accessToken, keys })
  if (field === 'alg') return keys.sign(claims, { alg: 'none' })
  const token = await keys.sign(field === null ? claims : { ...claims, ...tampered(field, now) })
  if (field !== 'signature') return token
  const end = token.lastIndexOf('.') + 1
  return token.slice(0, end) + (token[end] === 'A' ? 'B' : 'A') + token.slice(end + 1)
}

function tampered(field: Exclude<TamperedField, 'alg'>, now: number): Record<string, unknown> {
  const changes: Record<Exclude<TamperedField, 'alg'>, Record<string, unknown>> = {
    iss: { iss: 'https://evil.example.test' },
    aud: { aud: 'another-program' },
    azp: { aud: ['permits', 'another-program'], azp: 'another-program' },
    nonce: { nonce: 'another-nonce' },
    exp: { exp: now - 61 },
    iat: { iat: now + 120 },
    sid: { sid: undefined },
    security_version: { security_version: '1' },
    email_verified: { email_verified: 'true' },
    signature: {},
  }
  return changes[field]
}

/** An OAuth error (contract section 2.6). */
export function oauthError(status: number, error: string): Response {
  return Response.json({ error }, { status })
}
