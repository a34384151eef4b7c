import { jsonAnswer, type Operation, textSchema } from '../../platform/operation.ts'
import { formText, INVALID_CLIENT, OAUTH_ERROR, OTHER_PARAMETERS } from '../oauth-schemas.ts'

/** `POST /o/revoke/`. */
export const REVOCATION_OPERATION: Operation = {
  operationId: 'revokeToken',
  summary: 'End a token',
  description:
    'RFC 7009. A refresh token ends its whole grant. A token that is unknown gets the same answer.',
  tag: 'Tokens',
  audience: 'oauth',
  proof: 'client',
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          title: 'RevocationRequest',
          type: 'object',
          properties: {
            token: formText('An access token or a refresh token.'),
            token_type_hint: textSchema('access_token or refresh_token. The service needs no hint.', {
              pattern: '^[^\\u0000]*$',
            }),
          },
          required: ['token'],
          additionalProperties: OTHER_PARAMETERS,
        },
      },
    },
  },
  responses: {
    200: { description: 'Done. The body is empty.' },
    400: jsonAnswer('The form is not readable, or has no token.', OAUTH_ERROR),
    401: INVALID_CLIENT,
  },
}
