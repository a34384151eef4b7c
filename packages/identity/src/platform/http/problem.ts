/** The problems that every room can have: they come before or beside the room's own decision. */
export type HttpProblem =
  | 'bad-request'
  | 'too-large'
  | 'not-found'
  | 'method-not-allowed'
  | 'unavailable'
  | 'server-error'

/** The status of each problem. */
export const PROBLEM_STATUS: Record<HttpProblem, number> = {
  'bad-request': 400,
  'too-large': 400,
  'not-found': 404,
  'method-not-allowed': 405,
  unavailable: 503,
  'server-error': 500,
}

/** The text of each problem for programs. */
export const PROBLEM_DETAIL: Record<HttpProblem, string> = {
  'bad-request': 'The request could not be read.',
  'too-large': 'The request body is too large.',
  'not-found': 'There is nothing at this address.',
  'method-not-allowed': 'This address does not take this method; see the Allow header.',
  unavailable: 'The service cannot answer right now. Try again in a moment.',
  'server-error': 'Something went wrong on our side. Try again, and name the request id if you report it.',
}
