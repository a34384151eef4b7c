import { errorBody } from '../platform/error-body.ts'
import { type HttpProblem, PROBLEM_DETAIL, PROBLEM_STATUS } from '../platform/http/problem.ts'
import { json, type Reply } from '../platform/http/reply.ts'

/** The error code of each problem (RFC 6749 sections 4.1.2.1 and 5.2). */
const ERROR: Readonly<Record<HttpProblem, string>> = {
  'bad-request': 'invalid_request',
  'too-large': 'invalid_request',
  'not-found': 'invalid_request',
  'method-not-allowed': 'invalid_request',
  unavailable: 'temporarily_unavailable',
  'server-error': 'server_error',
}

/** The answer to a problem that comes before or beside the endpoint's own decision. */
export function oauthProblemReply(problem: HttpProblem): Reply {
  return json(PROBLEM_STATUS[problem], errorBody(ERROR[problem], PROBLEM_DETAIL[problem]))
}
