import {
  jsonAnswer,
  type Operation,
  objectSchema,
  RETRY_AFTER,
  textSchema,
} from '../../platform/operation.ts'
import { formText, INVALID_CLIENT, OAUTH_ERROR, OTHER_PARAMETERS } from '../oauth-schemas.ts'

/** An active token (contract section 2.12): all fields are always there. */
const ACTIVE = objectSchema('ActiveToken', {
  active: { type: 'boolean', const: true },
  sub: textSchema('The citizen. It never changes.'),
  name: textSchema('The full name.'),
  email: textSchema('The verified address.', { format: 'email', maxLength: 320 }),
  email_verified: { type: 'boolean', const: true },
  phone_number: textSchema('Not verified. It proves nothing, and may be empty.'),
  phone_number_verified: { type: 'boolean', const: false },
  client_id: textSchema('The client that asks.'),
  scope: textSchema('The scopes, separated by spaces.'),
  exp: { type: 'integer', description: 'When the token expires, in seconds since 1970.' },
  sid: textSchema('The central session.'),
  security_version: {
    type: 'integer',
    minimum: 1,
    description: 'It rises when all sessions of the citizen end.',
  },
})

const INACTIVE = objectSchema('InactiveToken', { active: { type: 'boolean', const: false } })

/** `POST /api/integrations/introspect/`. */
export const INTROSPECTION_OPERATION: Operation = {
  operationId: 'introspectToken',
  summary: 'Ask whether an access token is still good',
  description:
    'RFC 7662. Ask at least every 30 seconds in which a citizen uses the program. Only tokens of the client that asks are active.',
  tag: 'Tokens',
  audience: 'oauth',
  proof: 'client',
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          title: 'IntrospectionRequest',
          type: 'object',
          properties: { token: formText('The access token.') },
          required: ['token'],
          additionalProperties: OTHER_PARAMETERS,
        },
      },
    },
  },
  responses: {
    200: jsonAnswer('What the token says now.', { title: 'Introspection', oneOf: [ACTIVE, INACTIVE] }),
    400: jsonAnswer('The form is not readable, or has no token.', OAUTH_ERROR),
    401: INVALID_CLIENT,
    429: jsonAnswer(
      'Too many requests: 1500 per address and minute, unless the client has its own limit.',
      OAUTH_ERROR,
      RETRY_AFTER,
    ),
  },
}
