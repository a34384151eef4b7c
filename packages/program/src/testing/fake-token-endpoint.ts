import { bytesToBase64Url, sha256Base64Url, systemRandom } from '../platform/index.ts'
import {
  type FakeGrant,
  type FakeState,
  isClient,
  isLive,
  secondsOf,
  type TamperedField,
} from './fake-state.ts'

/** `POST /o/token/`: codes and refresh tokens work once. */
export async function answerToken(state: FakeState, request: Request): Promise<Response> {
  if (!isClient(state, request)) return oauthError(401, 'invalid_client')
  const form = new URLSearchParams(await request.text())
  if (form.get('grant_type') === 'authorization_code') return redeemCode(state, form)
  if (form.get('grant_type') === 'refresh_token') return refreshGrant(state, form.get('refresh_token') ?? '')
  return oauthError(400, 'unsupported_grant_type')
}

async function redeemCode(state: FakeState, form: URLSearchParams): Promise<Response> {
  const code = form.get('code') ?? ''
  const grant = state.codes.get(code)
  state.codes.delete(code)
  const challenge = await sha256Base64Url(form.get('code_verifier') ?? '')
  if (!grant || !isLive(state, grant) || grant.challenge !== challenge)
    return oauthError(400, 'invalid_grant')
  if (grant.redirectUri !== form.get('redirect_uri')) return oauthError(400, 'invalid_grant')
  const issued = issue(state, grant)
  return Response.json({ ...issued, id_token: await idToken(state, grant, issued.access_token) })
}

function refreshGrant(state: FakeState, token: string): Response {
  const grant = state.refresh.get(token)
  if (!isLive(state, grant)) return oauthError(400, 'invalid_grant')
  state.refresh.delete(token)
  return Response.json(issue(state, grant))
}

function issue(state: FakeState, { subject, sid, securityVersion }: FakeGrant) {
  const now = secondsOf(state)
  const access = `cat_${bytesToBase64Url(systemRandom.bytes(32))}`
  const refresh = `crt_${bytesToBase64Url(systemRandom.bytes(32))}`
  state.access.set(access, { subject, sid, securityVersion, expiresAt: now + 900 })
  state.refresh.set(refresh, { subject, sid, securityVersion, expiresAt: now + 14 * 86_400 })
  return {
    ...{ access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 900 },
    scope: 'openid profile email offline_access',
  }
}

async function idToken(
  state: FakeState,
  grant: FakeGrant & { nonce: string },
  accessToken: string,
): Promise<string> {
  const citizen = state.citizens.get(grant.subject)
  const now = secondsOf(state)
  const claims = {
    ...{ iss: state.baseUrl, sub: grant.subject, aud: state.clientId, exp: now + 600, iat: now },
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
