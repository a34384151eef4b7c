import { type Operation, type Parameter, pageAnswer, type Schema } from '../../platform/operation.ts'
import { formText } from '../oauth-schemas.ts'
import { MAX_AGE, MOST_CHARACTERS, S256_CHALLENGE } from './authorization-request.ts'

const required = (name: string, schema: Schema, description: string): Parameter => ({
  ...{ name, in: 'query', required: true, description, schema },
})
const optional = (name: string, schema: Schema, description: string): Parameter => ({
  ...{ name, in: 'query', description, schema },
})

/** A value that is used once, and compared as it is. */
const FRESH: Schema = { type: 'string', minLength: 1, maxLength: MOST_CHARACTERS, pattern: '^[^\\u0000]*$' }

/** Words that are separated by spaces. One of them is `openid`. */
const SCOPE: Schema = { type: 'string', pattern: '^(?:[!-~]+ )*openid(?: [!-~]+)*$' }

/** `GET /o/authorize/`. */
export const AUTHORIZE_OPERATION: Operation = {
  operationId: 'authorize',
  summary: 'Send the browser of a citizen to sign in',
  description:
    'RFC 6749 section 4.1.1 with PKCE. A navigation of a browser, and no call of a script. Send each parameter once. A fault goes to the callback as error, unless the client or the callback is wrong.',
  tag: 'Sign-in',
  audience: 'page',
  proof: 'none',
  parameters: [
    required('client_id', formText(''), 'The program.'),
    required('redirect_uri', formText(''), 'A registered callback, character by character.'),
    required('response_type', { type: 'string', const: 'code' }, 'Always code.'),
    required('scope', SCOPE, 'openid, and for what else is wanted: profile, email, offline_access.'),
    required('state', FRESH, 'It comes back to the callback. Fresh for each request.'),
    required('nonce', FRESH, 'It comes back in the ID token. Fresh for each request.'),
    required(
      'code_challenge',
      { type: 'string', pattern: S256_CHALLENGE.source },
      'Base64url of the SHA-256 of the verifier, without padding (RFC 7636 section 4.2).',
    ),
    required('code_challenge_method', { type: 'string', const: 'S256' }, 'Always S256.'),
    optional('response_mode', { type: 'string', const: 'query' }, 'query, which is also the default.'),
    optional(
      'prompt',
      {
        type: 'string',
        pattern: '^(?:none|(?:login|consent|select_account)(?: (?:login|consent|select_account))*)$',
      },
      'What the citizen must be asked (OpenID Connect Core section 3.1.2.1).',
    ),
    optional('max_age', { type: 'string', pattern: MAX_AGE.source }, 'The most seconds since the sign-in.'),
    optional('login_hint', formText(''), 'An address for the form of the sign-in page.'),
    optional('ui_locales', formText(''), 'Languages of the pages, the preferred one first.'),
    optional('id_token_hint', formText(''), 'An ID token of the citizen who should be signed in.'),
  ],
  responses: {
    200: pageAnswer('A page that asks the citizen.'),
    302: {
      description:
        'To the sign-in page; or to the callback with code, state and iss, or with error, state and iss.',
      headers: {
        Location: { required: true, description: 'Where the browser goes.', schema: { type: 'string' } },
      },
    },
    400: pageAnswer('The client or the callback is wrong, so nothing may be sent to the program.'),
    403: pageAnswer('The citizen must verify the e-mail address first.'),
  },
}
