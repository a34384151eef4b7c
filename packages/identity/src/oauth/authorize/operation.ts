import { type Answer, type Operation, pageAnswer, type Schema, textSchema } from '../../platform/operation.ts'
import { formSchema, formText } from '../oauth-schemas.ts'
import { PROMPTS } from '../prompts.ts'
import { ACR_REQUEST, MAX_AGE, MOST_CHARACTERS, S256_CHALLENGE } from './authorization-request.ts'

/** A value that is used once, and compared as it is. */
const fresh = (description: string): Schema => formText(description, { maxLength: MOST_CHARACTERS })

const ASKING = PROMPTS.filter((prompt) => prompt !== 'none').join('|')

const REQUIRED: Readonly<Record<string, Schema>> = {
  client_id: formText('The program.'),
  redirect_uri: formText('A registered callback, character by character.'),
  response_type: { type: 'string', const: 'code' },
  scope: textSchema('openid, and what else is wanted: profile, email, offline_access.', {
    pattern: '^(?:[!-~]+ )*openid(?: [!-~]+)*$',
  }),
  state: fresh('It comes back to the callback. Fresh for each request.'),
  nonce: fresh('It comes back in the ID token. Fresh for each request.'),
  code_challenge: textSchema(
    'Base64url of the SHA-256 of the verifier, without padding (RFC 7636 section 4.2).',
    {
      pattern: S256_CHALLENGE.source,
    },
  ),
  code_challenge_method: { type: 'string', const: 'S256' },
}

const OPTIONAL: Readonly<Record<string, Schema>> = {
  response_mode: { type: 'string', const: 'query' },
  prompt: textSchema(
    'What the citizen must be asked. With `create`, whoever is not signed in sees the form of a new account.',
    { pattern: `^(?:none|(?:${ASKING})(?: (?:${ASKING}))*)$` },
  ),
  max_age: textSchema('The most seconds since the sign-in.', { pattern: MAX_AGE.source }),
  acr_values: textSchema(
    'Classes of proof, the preferred one first: discovery lists them. A wish: the ID token says what was met.',
    { pattern: ACR_REQUEST.source },
  ),
  login_hint: formText('An address for the form of the sign-in page.'),
  ui_locales: formText('Languages of the pages, the preferred one first.'),
  id_token_hint: formText('An ID token of the citizen who should be signed in.'),
}

const ANSWERS: Readonly<Record<number, Answer>> = {
  200: pageAnswer('A page that asks the citizen.'),
  302: redirectAnswer(
    'To the sign-in page; or to the callback with code, state and iss, or with error, state and iss.',
  ),
  400: pageAnswer('The client or the callback is wrong, so nothing may be sent to the program.'),
  403: pageAnswer('The citizen must verify the e-mail address first.'),
}

const AUTHORIZE = {
  summary: 'Send the browser of a citizen to sign in',
  description:
    'RFC 6749 section 4.1.1 with PKCE. A navigation of a browser, and no call of a script. Send each parameter once. A fault goes to the callback as error, unless the client or the callback is wrong.',
  tag: 'Sign-in',
  audience: 'page',
  proof: 'none',
} as const

/** `GET /o/authorize/`. */
export const GET_AUTHORIZE: Operation = {
  ...AUTHORIZE,
  operationId: 'authorize',
  parameters: Object.entries({ ...REQUIRED, ...OPTIONAL }).map(([name, { description = '', ...schema }]) => ({
    ...{ name, in: 'query', required: Object.hasOwn(REQUIRED, name), description, schema },
  })),
  responses: ANSWERS,
}

/** `POST /o/authorize/`, for requests that are too long for an address. */
export const POST_AUTHORIZE: Operation = {
  ...AUTHORIZE,
  operationId: 'authorizeByForm',
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: formSchema({
          title: 'AuthorizationRequest',
          properties: { ...REQUIRED, ...OPTIONAL },
          required: Object.keys(REQUIRED),
        }),
      },
    },
  },
  responses: {
    ...ANSWERS,
    303: redirectAnswer('The form came from another site: to the same request by GET.'),
  },
}

function redirectAnswer(description: string): Answer {
  const Location = {
    required: true,
    description: 'Where the browser goes.',
    schema: { type: 'string' },
  } as const
  return { description, headers: { Location } }
}
