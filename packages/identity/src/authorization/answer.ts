import type { Browser } from '../platform/http/browser.ts'
import { type Parameters, parseParameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { answerPage } from './answer-page.ts'
import { type Answering, type AnswerNeeds, codeReply, faultReply, refusalPage, visitOf, type Waiting } from './answering.ts'
import { type AuthorizationFault, errorParameters, withParameters } from './authorization-fault.ts'
import { readAuthorizationRequest } from './authorization-request.ts'
import { type AuthorizationOutcome, authorize } from './authorize.ts'
import { findTarget, type Target } from './target.ts'

/** Answers a request: with a code, an error, the sign-in page, the authorization page or a refusal page. */
export async function answerRequest(
  needs: AnswerNeeds,
  http: HttpRequest,
  browser: Browser,
  waiting: Waiting,
): Promise<Reply> {
  const parameters = parseParameters(waiting.query)
  if (!parameters.ok) return refusalPage(needs, http, 'bad-request')
  for (const memory of ['remembered', 'fresh'] as const) {
    const target = await findTarget(needs.directory, parameters.value, memory)
    const read = target.ok ? readAuthorizationRequest(parameters.value, target.value, waiting.query) : undefined
    if (memory === 'remembered' && !read?.ok) continue
    if (!target.ok) return refusalPage(needs, http, target.refusal)
    if (!read?.ok) return errorReply(needs, target.value, parameters.value, read?.refusal ?? 'repeated-parameter')
    const answering = { http, browser, request: read.value, visit: visitOf(http, waiting) }
    const outcome = await authorize(needs, read.value, answering.visit)
    if (outcome.outcome !== 'stale-client') return replyTo(needs, answering, outcome)
  }
  return refusalPage(needs, http, 'invalid-client')
}

function replyTo(
  needs: AnswerNeeds,
  answering: Answering,
  outcome: Exclude<AuthorizationOutcome, { outcome: 'stale-client' }>,
): Reply {
  if (outcome.outcome === 'code') return codeReply(needs, answering.request, outcome.code, 302)
  if (outcome.outcome === 'refused') return faultReply(needs, answering.request, outcome.fault, 302)
  return answerPage(needs, answering, outcome)
}

function errorReply(needs: AnswerNeeds, target: Target, parameters: Parameters, fault: AuthorizationFault): Reply {
  const state = parameters.repeated.has('state') ? undefined : parameters.get('state')
  return redirect(302, withParameters(target.redirectUri, errorParameters(fault, state, needs.baseUrl)))
}
