import { BASE64URL_256_BITS } from '../../platform/index.ts'
import type { ProgramErrorCode } from '../../wire.ts'
import {
  headers,
  jsonAnswer,
  jsonBody,
  type Operation,
  type Parameter,
  pageAnswer,
  redirectAnswer,
  refusals,
  TOO_LONG,
} from './operation.ts'

const BODY_REFUSALS = ['invalid_json', 'unknown_field', 'body_too_large', 'body_timeout'] as const

const SIGNED_OUT = [
  ...(['missing_token', 'wrong_token_type', 'token_unknown', 'access_expired'] as const),
  ...(['session_revoked', 'session_expired', 'session_ended'] as const),
] as const satisfies readonly ProgramErrorCode[]

const UNAVAILABLE = ['identity_unavailable', 'misconfigured'] as const

const NOBODY = [{}]
const BEARER = [{ localToken: [] }]

/** `GET config/`. */
export const CONFIG: Operation = {
  operationId: 'getConfig',
  summary: 'Read whether and where citizens sign in',
  description: 'It works during an outage of the identity service.',
  security: NOBODY,
  responses: { 200: jsonAnswer('The addresses.', 'Config') },
}

/** `POST begin/`, for a program with old accounts (`accounts.legacy`), and for one without. */
export const begin = (hasOldAccounts: boolean): Operation => ({
  operationId: 'begin',
  summary: 'Begin a sign-in',
  description:
    'The app keeps the verifier, and sends the browser to the address in the answer. Only link needs a bearer.',
  security: hasOldAccounts ? [...NOBODY, ...BEARER] : NOBODY,
  requestBody: jsonBody('BeginRequest'),
  responses: {
    200: jsonAnswer('The address of the identity service.', 'BeginResponse'),
    ...refusals(
      ...BODY_REFUSALS,
      ...(['return_uri_not_allowed', 'code_challenge_invalid'] as const),
      ...(hasOldAccounts
        ? (['fresh_sign_in_required', ...SIGNED_OUT] as const)
        : (['link_not_supported'] as const)),
      ...(['throttled', ...UNAVAILABLE] as const),
    ),
  },
})

/** `POST exchange/`. */
export const EXCHANGE: Operation = {
  operationId: 'exchange',
  summary: 'Trade the one-use code for local tokens',
  description: 'An app that links sends its bearer once more.',
  security: [...NOBODY, ...BEARER],
  requestBody: jsonBody('ExchangeRequest'),
  responses: {
    200: jsonAnswer('The tokens of a new session.', 'TokenPair'),
    ...refusals(
      ...BODY_REFUSALS,
      ...(['code_verifier_invalid', 'handoff_invalid', 'handoff_conflict', 'throttled'] as const),
      ...UNAVAILABLE,
    ),
  },
}

/** `POST refresh/`. */
export const REFRESH: Operation = {
  operationId: 'refresh',
  summary: 'Trade the refresh token for new tokens',
  description: 'The refresh token that was sent works no more.',
  security: NOBODY,
  requestBody: jsonBody('RefreshRequest'),
  responses: {
    200: jsonAnswer('The next tokens of the session.', 'TokenPair'),
    ...refusals(
      ...BODY_REFUSALS,
      ...([
        'refresh_invalid',
        'refresh_reused',
        'session_revoked',
        'session_expired',
        'session_ended',
      ] as const),
      ...(['throttled', ...UNAVAILABLE] as const),
    ),
  },
}

/** `GET status/`. */
export const STATUS: Operation = {
  operationId: 'getStatus',
  summary: 'Read whether the account is connected to a central account',
  description: 'A program with old accounts also takes their own tokens.',
  security: BEARER,
  responses: {
    200: jsonAnswer('Whether it is.', 'Status'),
    ...refusals(...SIGNED_OUT, 'throttled', ...UNAVAILABLE),
  },
}

/** `POST ticket/`. */
export const TICKET: Operation = {
  operationId: 'ticket',
  summary: 'Get a one-time ticket for an address that a browser opens without a bearer',
  description:
    'For an event stream, a WebSocket or a download. It works once, within 30 seconds, while the session is open.',
  security: BEARER,
  requestBody: jsonBody('TicketRequest'),
  responses: {
    200: jsonAnswer('The ticket.', 'TicketResponse'),
    ...refusals(...BODY_REFUSALS, ...SIGNED_OUT, 'throttled', ...UNAVAILABLE),
  },
}

const optional = (name: string, description: string): Parameter => ({
  ...{ name, in: 'query', description, schema: { type: 'string' } },
})

/** `GET callback/`. */
export const CALLBACK: Operation = {
  operationId: 'callback',
  summary: 'Receive the browser from the identity service',
  description: 'A navigation of a browser. The app never calls it.',
  security: NOBODY,
  parameters: [
    {
      ...{
        name: 'state',
        in: 'query',
        required: true,
        description: 'The state of a sign-in that began here.',
      },
      schema: { type: 'string', pattern: BASE64URL_256_BITS.source },
    },
    optional('code', 'The authorization code.'),
    optional('iss', 'The issuer (RFC 9207).'),
    optional('error', 'Why there is no code (RFC 6749 section 4.1.2.1).'),
    optional('error_description', 'A sentence for developers.'),
  ],
  responses: {
    204: { description: 'The browser only looked ahead. Nothing was done.' },
    302: redirectAnswer(
      'To the app, with sso_code, or with sso_error: cancelled, existing_account or unavailable.',
    ),
    303: redirectAnswer(
      'To the page of a problem, at this address without code and state; in cookie mode also to where the citizen was.',
    ),
    400: pageAnswer('The page there, where the state is not known: nobody knows which app to go back to.'),
    429: pageAnswer('Too many tries.', 'Retry-After'),
    503: pageAnswer('The program cannot answer now. Nothing was changed.', 'Retry-After'),
    ...TOO_LONG,
  },
}

/** `POST logout/`. */
export const LOGOUT: Operation = {
  operationId: 'logout',
  summary: 'End the session of the bearer',
  description:
    'A repeated call gets the same answer. Other programs and the central session go on. It works during an outage.',
  security: BEARER,
  responses: {
    204: { description: 'The session has ended.' },
    ...refusals('missing_token', 'wrong_token_type', 'token_unknown', 'misconfigured'),
  },
}

/** `GET openapi.json`. */
export const API_DOCUMENT: Operation = {
  operationId: 'getApiDocument',
  summary: 'Read this document',
  description: 'OpenAPI 3.1.',
  security: NOBODY,
  parameters: [
    {
      ...{ name: 'If-None-Match', in: 'header', description: 'The ETag of the document that you have.' },
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: 'The document.',
      headers: headers('ETag'),
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    304: { description: 'The document that you have is the newest.', headers: headers('ETag') },
    ...TOO_LONG,
  },
}
