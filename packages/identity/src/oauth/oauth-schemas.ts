import {
  type Answer,
  CHALLENGE,
  jsonAnswer,
  objectSchema,
  type Schema,
  textSchema,
} from '../platform/operation.ts'

/** The body of a refusal (RFC 6749 section 5.2, contract section 2.6). */
export const OAUTH_ERROR = objectSchema(
  'OAuthError',
  {
    error: textSchema('A code of RFC 6749 or of one of its extensions.'),
    error_description: textSchema('A sentence for developers. It may change.'),
  },
  ['error_description'],
)

/** The refusal of a client that did not authenticate. */
export const INVALID_CLIENT: Answer = jsonAnswer(
  'The client id or the secret is wrong, or they did not come by HTTP Basic.',
  OAUTH_ERROR,
  CHALLENGE,
)

/** A value of a form. An empty one counts as left out (RFC 6749 section 3.1), and no value has a NUL character. */
export function formText(description: string, more: Schema = {}): Schema {
  return { type: 'string', description, minLength: 1, pattern: '^[^\\u0000]*$', ...more }
}

/** Parameters that an endpoint does not know are ignored (RFC 6749 section 3.2). */
export const OTHER_PARAMETERS: Schema = { type: 'string', pattern: '^[^\\u0000]*$' }
