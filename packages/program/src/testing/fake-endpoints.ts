import { type FakeState, isAlive, isClient } from './fake-state.ts'
import { oauthError } from './fake-token-endpoint.ts'

/** `GET /.well-known/openid-configuration`. */
export function answerDiscovery({ baseUrl }: FakeState): Response {
  return Response.json({
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/o/authorize/`,
    token_endpoint: `${baseUrl}/o/token/`,
    userinfo_endpoint: `${baseUrl}/o/userinfo/`,
    jwks_uri: `${baseUrl}/o/.well-known/jwks.json`,
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login', 'consent', 'create'],
    ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
  })
}

/** `GET /o/.well-known/jwks.json`. */
export async function answerKeySet(state: FakeState): Promise<Response> {
  return Response.json({ keys: [(await state.keys()).published] })
}

/** `POST /api/integrations/introspect/`. */
export async function answerIntrospect(state: FakeState, request: Request): Promise<Response> {
  if (!isClient(state, request)) return oauthError(401, 'invalid_client')
  const grant = state.access.get(new URLSearchParams(await request.text()).get('token') ?? '')
  const citizen = state.citizens.get(grant?.subject ?? '')
  if (!isAlive(state, grant) || !citizen) return Response.json({ active: false })
  return Response.json({
    ...{ active: true, sub: grant.subject, name: citizen.name, email: citizen.email, email_verified: true },
    ...{ phone_number: '', phone_number_verified: false, client_id: state.clientId },
    scope: 'openid profile email offline_access',
    ...{ exp: grant.expiresAt, sid: grant.sid, security_version: grant.securityVersion },
  })
}

/** `POST /o/revoke/`. */
export async function answerRevoke(state: FakeState, request: Request): Promise<Response> {
  if (!isClient(state, request)) return oauthError(401, 'invalid_client')
  const token = new URLSearchParams(await request.text()).get('token') ?? ''
  state.refresh.delete(token)
  state.access.delete(token)
  return new Response(null, { status: 200 })
}
