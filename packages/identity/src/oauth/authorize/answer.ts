import type { Browser } from '../../platform/http/browser.ts'
import { type Parameters, parseParameters } from '../../platform/http/parameters.ts'
import { type Reply, redirect } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import { answerPage } from './answer-page.ts'
import {
  type Answering,
  type AnswerNeeds,
  codeReply,
  faultReply,
  refusalPage,
  visitOf,
  type Waiting,
} from './answering.ts'
import { type AuthorizationFault, errorParameters, withParameters } from './authorization-fault.ts'
import { readAuthorizationRequest } from './authorization-request.ts'
import { type AuthorizationOutcome, authorize } from './authorize.ts'
import { findTarget, type Target, wasDisabledSince } from './target.ts'

/** A request whose parameters could be read. */
interface Asked {
  readonly http: HttpRequest
  readonly browser: Browser
  readonly waiting: Waiting
  readonly parameters: Parameters
}

/** Answers a request: with a code, an error, the sign-in page, the authorization page or a refusal page. */
export async function answerRequest(
  needs: AnswerNeeds,
  http: HttpRequest,
  browser: Browser,
  waiting: Waiting,
): Promise<Reply> {
  const parameters = waiting.query === http.rawQuery ? http.query() : parseParameters(waiting.query)
  if (!parameters.ok) return refusalPage(needs, http, 'bad-request')
  const asked = { http, browser, waiting, parameters: parameters.value }
  const answer = (await answerBy('remembered', needs, asked)) ?? (await answerBy('fresh', needs, asked))
  return answer ?? refusalPage(needs, http, 'invalid-client')
}

/** Answers by what is known of the client; nothing where only a fresh look may decide. */
async function answerBy(
  memory: 'remembered' | 'fresh',
  needs: AnswerNeeds,
  { http, browser, waiting, parameters }: Asked,
): Promise<Reply | undefined> {
  const target = await findTarget(needs.directory, parameters, memory)
  if (!target.ok) return memory === 'fresh' ? refusalPage(needs, http, target.refusal) : undefined
  if (wasDisabledSince(target.value, waiting.generation))
    return memory === 'fresh' ? refusalPage(needs, http, 'resume-expired') : undefined
  const read = readAuthorizationRequest(parameters, target.value, waiting.query)
  if (!read.ok)
    return memory === 'fresh' ? errorReply(needs, target.value, parameters, read.refusal) : undefined
  const answering = { http, browser, request: read.value, visit: visitOf(http, waiting) }
  const outcome = await authorize(needs, read.value, answering.visit)
  return outcome.outcome === 'stale-client' ? undefined : replyTo(needs, answering, outcome)
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

function errorReply(
  needs: AnswerNeeds,
  target: Target,
  parameters: Parameters,
  fault: AuthorizationFault,
): Reply {
  const state = parameters.repeated.has('state') ? undefined : parameters.get('state')
  return redirect(302, withParameters(target.redirectUri, errorParameters(fault, state, needs.baseUrl)))
}
