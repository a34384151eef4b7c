import { ACR_VALUES } from '../../access/index.ts'
import { PROMPTS } from '../prompts.ts'

/** The metadata document of the service at this base URL. It names only what is supported (contract section 1.3). */
export function metadata(baseUrl: string) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/o/authorize/`,
    token_endpoint: `${baseUrl}/o/token/`,
    userinfo_endpoint: `${baseUrl}/o/userinfo/`,
    jwks_uri: `${baseUrl}/o/.well-known/jwks.json`,
    revocation_endpoint: `${baseUrl}/o/revoke/`,
    introspection_endpoint: `${baseUrl}/api/integrations/introspect/`,
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic'],
    introspection_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    claims_supported: [
      'iss',
      'sub',
      'aud',
      'exp',
      'iat',
      'auth_time',
      'amr',
      'acr',
      'nonce',
      'at_hash',
      'sid',
      'security_version',
      'name',
      'email',
      'email_verified',
    ],
    acr_values_supported: ACR_VALUES,
    prompt_values_supported: [...PROMPTS],
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    require_request_uri_registration: false,
  } as const
}
