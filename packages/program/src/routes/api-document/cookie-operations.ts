import {
  type Answer,
  headers,
  type Operation,
  type Parameter,
  redirectAnswer,
  refusals,
  textAnswer,
} from './operation.ts'
import { CALLBACK, LOGOUT } from './operations.ts'

const RETURN_TO: Parameter = {
  name: 'return_to',
  in: 'query',
  description: 'The path of the page to come back to. Without it, the start page.',
  schema: { type: 'string', maxLength: 2048 },
}

const pageAnswer = (description: string): Answer => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } }, 'text/plain': { schema: { type: 'string' } } },
})

/** `GET login`, which only cookie mode has. */
export const LOGIN: Operation = {
  operationId: 'login',
  summary: 'Begin a sign-in of a browser',
  description: 'A navigation of a browser. It comes back to return_to with a session cookie.',
  security: [{}],
  parameters: [RETURN_TO],
  responses: {
    204: { description: 'The browser only looked ahead. Nothing was done.' },
    303: redirectAnswer('To the identity service.'),
    400: textAnswer('return_to does not lead to a page of this program, or the request was no navigation.'),
    429: textAnswer('Too many tries.', 'Retry-After'),
    503: textAnswer('The identity service is not available.', 'Retry-After'),
  },
}

/** `GET callback/` in cookie mode: it also answers browsers without an app. */
export const CALLBACK_OF_PAGES: Operation = {
  ...CALLBACK,
  responses: {
    ...CALLBACK.responses,
    200: pageAnswer('The citizen cancelled.'),
    303: redirectAnswer('To the page of the program, with the session cookie; or to its page for problems.'),
    400: pageAnswer('The state is not known, or the sign-in began in another browser.'),
    409: pageAnswer('There is an old account with this address.'),
    503: { ...pageAnswer('The identity service is not available. Nothing was changed.') },
  },
}

/** `POST logout/` in cookie mode: it also takes the cookie, from pages of the program only. */
export const LOGOUT_OF_PAGES: Operation = {
  ...LOGOUT,
  security: [...LOGOUT.security, { sessionCookie: [] }],
  parameters: [RETURN_TO],
  responses: {
    ...LOGOUT.responses,
    303: { description: 'To the page return_to, after a form.', headers: headers('Location') },
    ...refusals('missing_token', 'wrong_token_type', 'token_unknown', 'cross_site_request'),
  },
}
