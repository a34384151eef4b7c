/** The largest body of a form, and of every other request whose route says nothing else. */
export const FORM_LIMIT_BYTES = 16 * 1024

/** The status of each problem that every room can have: it comes before or beside the room's own decision. */
export const PROBLEM_STATUS = {
  'bad-request': 400,
  'too-large': 400,
  'not-found': 404,
  'method-not-allowed': 405,
  unavailable: 503,
  'server-error': 500,
} as const

/** A problem that every room can have. */
export type HttpProblem = keyof typeof PROBLEM_STATUS

/** The text of each problem for programs. */
export const PROBLEM_DETAIL: Record<HttpProblem, string> = {
  'bad-request': 'The request could not be read.',
  'too-large': 'The request body is too large.',
  'not-found': 'There is nothing at this address.',
  'method-not-allowed': 'This address does not take this method; see the Allow header.',
  unavailable: 'The service cannot answer right now. Try again in a moment.',
  'server-error': 'Something went wrong on our side. Try again, and name the request id if you report it.',
}
