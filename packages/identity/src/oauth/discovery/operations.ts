import {
  type Answer,
  jsonAnswer,
  type Operation,
  objectSchema,
  type Schema,
  textSchema,
} from '../../platform/operation.ts'
import type { metadata } from './metadata.ts'

const CACHEABLE: NonNullable<Answer['headers']> = {
  'Cache-Control': {
    required: true,
    description: 'How long caches may keep the answer.',
    schema: { type: 'string' },
  },
}

const ADDRESS: Schema = { type: 'string', format: 'uri' }
const WORDS: Schema = { type: 'array', items: { type: 'string' } }
const NO: Schema = { type: 'boolean', const: false }

/** A schema for each member: one that is added to the metadata and not here does not compile. */
const MEMBERS: Readonly<Record<keyof ReturnType<typeof metadata>, Schema>> = {
  issuer: ADDRESS,
  authorization_endpoint: ADDRESS,
  token_endpoint: ADDRESS,
  userinfo_endpoint: ADDRESS,
  jwks_uri: ADDRESS,
  revocation_endpoint: ADDRESS,
  introspection_endpoint: ADDRESS,
  scopes_supported: WORDS,
  response_types_supported: WORDS,
  response_modes_supported: WORDS,
  grant_types_supported: WORDS,
  subject_types_supported: WORDS,
  id_token_signing_alg_values_supported: WORDS,
  token_endpoint_auth_methods_supported: WORDS,
  revocation_endpoint_auth_methods_supported: WORDS,
  introspection_endpoint_auth_methods_supported: WORDS,
  code_challenge_methods_supported: WORDS,
  claims_supported: WORDS,
  acr_values_supported: WORDS,
  prompt_values_supported: WORDS,
  authorization_response_iss_parameter_supported: { type: 'boolean', const: true },
  claims_parameter_supported: NO,
  request_parameter_supported: NO,
  request_uri_parameter_supported: NO,
  require_request_uri_registration: NO,
}

const KEY = objectSchema('SigningKey', {
  kty: { type: 'string', const: 'RSA' },
  kid: textSchema('The name of the key in the head of an ID token.'),
  n: textSchema('The modulus, in base64url.'),
  e: textSchema('The exponent, in base64url.'),
  alg: { type: 'string', const: 'RS256' },
  use: { type: 'string', const: 'sig' },
})

const ABOUT = { tag: 'About the service', audience: 'api', proof: 'none', worksAlone: true } as const

/** `GET /.well-known/openid-configuration`. */
export const METADATA_OPERATION: Operation = {
  ...ABOUT,
  operationId: 'getMetadata',
  summary: 'Read what the provider supports',
  description: 'OpenID Connect Discovery 1.0 section 3, RFC 8414.',
  responses: { 200: jsonAnswer('The metadata.', objectSchema('ProviderMetadata', MEMBERS), CACHEABLE) },
}

/** `GET /o/.well-known/jwks.json`. */
export const KEYS_OPERATION: Operation = {
  ...ABOUT,
  operationId: 'getSigningKeys',
  summary: 'Read the public keys that verify ID tokens',
  description: 'RFC 7517. Fetch it again when a token names a key that you do not have.',
  responses: {
    200: jsonAnswer(
      'The keys.',
      objectSchema('SigningKeySet', { keys: { type: 'array', items: KEY, minItems: 1 } }),
      CACHEABLE,
    ),
  },
}
