import { errorBody, pageOfError } from '../platform/error-body.ts'
import { json, type Reply, refusing } from '../platform/http/reply.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { CLIENT_FORM_FAULT, namedClient } from './client-request.ts'

/** The error codes of the token endpoint (RFC 6749 section 5.2). */
type TokenErrorCode = 'invalid_request' | 'invalid_grant' | 'unsupported_grant_type' | 'invalid_scope'

const WIRE_ERROR = {
  'not-a-form': ['invalid_request', 'Send the parameters as application/x-www-form-urlencoded.'],
  malformed: ['invalid_request', 'The form cannot be decoded.'],
  'two-authentication-methods': ['invalid_request', CLIENT_FORM_FAULT['two-authentication-methods']],
  'other-client-id': ['invalid_request', CLIENT_FORM_FAULT['other-client-id']],
  'repeated-parameter': ['invalid_request', 'A parameter came more than once.'],
  'missing-grant-type': ['invalid_request', 'grant_type is missing.'],
  'unsupported-grant-type': ['unsupported_grant_type', 'Use authorization_code or refresh_token.'],
  'missing-code': ['invalid_request', 'code is missing.'],
  'missing-redirect-uri': ['invalid_request', 'redirect_uri is missing.'],
  'missing-verifier': ['invalid_request', 'code_verifier is missing.'],
  'bad-verifier-shape': ['invalid_grant', 'code_verifier must be 43 to 128 unreserved characters.'],
  'missing-refresh-token': ['invalid_request', 'refresh_token is missing.'],
  'malformed-idempotency-key': [
    'invalid_request',
    'Idempotency-Key must be a String of RFC 9651: 16 to 128 ASCII characters in double quotes.',
  ],
  'missing-token': ['invalid_request', 'token is missing.'],
  'unknown-code': ['invalid_grant', 'The code is not valid.'],
  'other-client': ['invalid_grant', 'The code is not valid.'],
  'redirect-uri-mismatch': ['invalid_grant', 'The code is not valid.'],
  'wrong-verifier': ['invalid_grant', 'The code is not valid.'],
  burned: ['invalid_grant', 'The code is not valid.'],
  replayed: ['invalid_grant', 'The code is not valid.'],
  expired: ['invalid_grant', 'The code is not valid.'],
  ended: ['invalid_grant', 'The code is not valid.'],
  'unknown-refresh-token': ['invalid_grant', 'The refresh token is not valid.'],
  'reused-at-once': ['invalid_grant', 'The refresh token was used before.'],
  reused: ['invalid_grant', 'The refresh token was used before.'],
  'scope-widened': ['invalid_scope', 'The scope goes beyond what was granted.'],
} satisfies Record<string, readonly [TokenErrorCode, string]>

/** Why a token request is refused. The log and the audit have this reason; the program gets a less precise error code. */
export type TokenRefusal = keyof typeof WIRE_ERROR

/** The reply to a refused token request. */
export function tokenErrorReply(http: HttpRequest, refusal: TokenRefusal): Reply {
  const [error, description] = WIRE_ERROR[refusal]
  const reply = json(400, errorBody(error, description), { headers: { pragma: 'no-cache' } })
  return refusing(reply, refusal, namedClient(http), pageOfError(error))
}
