import { IDEMPOTENCY_KEY } from '../../platform/idempotency-key.ts'
import {
  jsonAnswer,
  type Operation,
  objectSchema,
  RETRY_AFTER,
  textSchema,
} from '../../platform/operation.ts'
import { formSchema, formText, INVALID_CLIENT, NO_NUL, OAUTH_ERROR } from '../oauth-schemas.ts'
import { VERIFIER } from './token-request.ts'

const CODE_REQUEST = formSchema({
  title: 'CodeRequest',
  description: 'An authorization code and its proof.',
  properties: {
    grant_type: { type: 'string', const: 'authorization_code' },
    code: formText('The code that the callback got. It is valid for 90 seconds, and works once.'),
    redirect_uri: formText('The callback of the authorization request, character by character.'),
    code_verifier: textSchema('The verifier of the challenge (RFC 7636 section 4.1).', {
      pattern: VERIFIER.source,
    }),
  },
  required: ['grant_type', 'code', 'redirect_uri', 'code_verifier'],
})

const REFRESH_REQUEST = formSchema({
  title: 'RefreshRequest',
  description: 'A refresh token, which is replaced. Send the requests for one grant one after another.',
  properties: {
    grant_type: { type: 'string', const: 'refresh_token' },
    refresh_token: formText('The newest refresh token of the grant.'),
    scope: textSchema('Scopes for the new access token, separated by spaces. None means all of the grant.', {
      pattern: NO_NUL,
    }),
  },
  required: ['grant_type', 'refresh_token'],
})

/** The body of a successful token reply (contract section 2.9). */
const TOKENS = objectSchema(
  'Tokens',
  {
    access_token: textSchema('The central access token. It is opaque.'),
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: {
      type: 'integer',
      minimum: 0,
      maximum: 900,
      description: 'The seconds until the access token expires.',
    },
    refresh_token: textSchema(
      'The next refresh token, with the scope offline_access. The one before works no more.',
    ),
    id_token: textSchema('A JWT signed with RS256. Only a code gives one.'),
    scope: textSchema('The scopes, separated by spaces.'),
  },
  ['refresh_token', 'id_token'],
)

/** `POST /o/token/`. */
export const TOKEN_OPERATION: Operation = {
  operationId: 'issueTokens',
  summary: 'Trade a code or a refresh token for tokens',
  description: 'RFC 6749 sections 4.1.3 and 6. PKCE with S256 is required.',
  tag: 'Tokens',
  audience: 'oauth',
  proof: 'client',
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'A String of RFC 9651. A refresh that is repeated with the same key gets the same tokens for 60 seconds.',
      schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema: { oneOf: [CODE_REQUEST, REFRESH_REQUEST] } } },
  },
  responses: {
    200: jsonAnswer('The tokens.', TOKENS),
    400: jsonAnswer(
      'invalid_request, invalid_grant, unsupported_grant_type or invalid_scope. A code or a refresh token that is wrong, used or expired is invalid_grant.',
      OAUTH_ERROR,
    ),
    401: INVALID_CLIENT,
    429: {
      description: 'Too many requests: 120 per address and minute, unless the client has its own limit.',
      headers: RETRY_AFTER,
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
  },
}
