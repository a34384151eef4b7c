import { OAUTH_ERROR } from '../oauth/index.ts'
import { type HttpProblem, PROBLEM_DETAIL, PROBLEM_STATUS } from '../platform/http/problem.ts'
import {
  type Answer,
  DETAIL,
  jsonAnswer,
  type Operation,
  pageAnswer,
  RETRY_AFTER,
} from '../platform/operation.ts'

/** The answers that routes share, by their status. The other problems mean that there is no such route. */
export function sharedReplies({ audience, worksAlone }: Operation): Readonly<Record<number, Answer>> {
  const problems: readonly HttpProblem[] = worksAlone
    ? ['bad-request']
    : ['bad-request', 'unavailable', 'server-error']
  return Object.fromEntries(problems.map((problem) => [PROBLEM_STATUS[problem], answerTo(problem, audience)]))
}

function answerTo(problem: HttpProblem, audience: Operation['audience']): Answer {
  const words = PROBLEM_DETAIL[problem]
  const headers = problem === 'unavailable' ? RETRY_AFTER : {}
  if (audience === 'page') return { ...pageAnswer(words), headers }
  return jsonAnswer(words, audience === 'api' ? DETAIL : OAUTH_ERROR, headers)
}
