import {
  headers,
  type Operation,
  type Parameter,
  pageAnswer,
  redirectAnswer,
  refusals,
  TOO_LONG,
} from './operation.ts'
import { CALLBACK, LOGOUT } from './operations.ts'

const RETURN_TO = {
  name: 'return_to',
  in: 'query',
  description: 'The path of the page to come back to. Without it, the start page.',
} as const

/** What no part of a path may have: control characters, and what browsers or proxies read as something else. */
const NOT_IN_PATH = '/\\\\%?#\\u0000-\\u001f\\u007f-\\u009f'
const NOT_IN_QUERY = '\\\\\\u0000-\\u001f\\u007f-\\u009f'

/** A path below the program's address. It also accepts paths with percent-encoded parts, if they decode to such a path. */
const RETURN_PATH: Parameter = {
  ...RETURN_TO,
  schema: {
    type: 'string',
    maxLength: 2048,
    pattern: `^/(?:[^${NOT_IN_PATH}]+(?:/[^${NOT_IN_PATH}]+)*/?)?(?:[?#][^${NOT_IN_QUERY}]*)?$`,
  },
}

/** `GET login`, which only cookie mode has. */
export const LOGIN: Operation = {
  operationId: 'login',
  summary: 'Begin a sign-in of a browser',
  description: 'A navigation of a browser. It comes back to return_to with a session cookie.',
  security: [{}],
  parameters: [RETURN_PATH],
  responses: {
    200: pageAnswer('For a browser that comes from a page: a page that leads on to the identity service.'),
    204: { description: 'The browser only looked ahead. Nothing was done.' },
    303: redirectAnswer('To the identity service.'),
    400: pageAnswer(
      'return_to does not lead to a page of this program, the request was no navigation, or the browser keeps no cookies.',
    ),
    429: pageAnswer('Too many tries.', 'Retry-After'),
    503: pageAnswer('The identity service is not available.', 'Retry-After'),
    ...TOO_LONG,
  },
}

const { 400: LINK_NOT_SUPPORTED, 401: NOT_FROM_HERE } = refusals('link_not_supported', 'cross_site_request')

/** `POST link`, which only cookie mode has. */
export const LINK: Operation = {
  operationId: 'link',
  summary: 'Begin to connect the account of an old session',
  description:
    'A form on a page of the program. The browser has the cookie of the sign-in that the program had before.',
  security: [{}],
  parameters: [RETURN_PATH],
  responses: {
    200: pageAnswer('A page that leads on to the identity service.'),
    303: redirectAnswer('To the page of the program for problems.'),
    400: {
      description: 'return_to does not lead to a page of this program; or link_not_supported.',
      content: { ...LINK_NOT_SUPPORTED?.content, ...pageAnswer('').content },
    },
    401: {
      description: 'No old session, no password of late; or cross_site_request.',
      content: { ...NOT_FROM_HERE?.content, ...pageAnswer('').content },
    },
    429: pageAnswer('Too many tries.', 'Retry-After'),
    503: pageAnswer('The identity service or the old sign-in is not available.', 'Retry-After'),
  },
}

/** `GET callback/` in cookie mode: it also answers browsers without an app. */
export const CALLBACK_OF_PAGES: Operation = {
  ...CALLBACK,
  responses: {
    ...CALLBACK.responses,
    200: pageAnswer('The citizen cancelled.'),
    303: redirectAnswer(
      'To the page of the program, with the session cookie; to its page for problems; to this address alone, where the state is not known; or to login/, where the sign-in began in another browser or took too long.',
    ),
    400: pageAnswer(
      'The state is not known, or the sign-in has just begun in another browser for the second time.',
    ),
    409: pageAnswer('There is an old account with this address.'),
    503: { ...pageAnswer('The identity service is not available. Nothing was changed.') },
  },
}

/** `POST logout/` in cookie mode: it also takes the cookie, from pages of the program only. */
export const LOGOUT_OF_PAGES: Operation = {
  ...LOGOUT,
  security: [...LOGOUT.security, { sessionCookie: [] }],
  // Another value leads to the start page: the citizen is signed out all the same.
  parameters: [{ ...RETURN_TO, schema: { type: 'string' } }],
  responses: {
    ...LOGOUT.responses,
    ...TOO_LONG,
    303: { description: 'To the page return_to, after a form.', headers: headers('Location') },
    ...refusals('missing_token', 'wrong_token_type', 'token_unknown', 'cross_site_request'),
  },
}
