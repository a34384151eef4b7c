import type { Browser } from '../../hosted-page/index.ts'
import { type Parameters, parseParameters } from '../../platform/http/parameters.ts'
import { type Reply, redirect } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import { type AuthorizationFault, errorParameters, withParameters } from './authorization-fault.ts'
import { readAuthorizationRequest } from './authorization-request.ts'
import { type AuthorizationOutcome, authorize } from './authorize.ts'
import { pageReply } from './page-replies.ts'
import {
  codeReply,
  faultReply,
  type IncomingRequest,
  type ReplyNeeds,
  type RequestContext,
  refusalPage,
  requesterOf,
} from './replies.ts'
import { findTarget, type Target, wasDisabledSince } from './target.ts'

/** A request with readable parameters. */
interface Asked {
  readonly http: HttpRequest
  readonly browser: Browser
  readonly incoming: IncomingRequest
  readonly parameters: Parameters
}

/** Answers a request: with a code, an error, the sign-in page, the authorization page or a refusal page. */
export async function answerRequest(
  needs: ReplyNeeds,
  http: HttpRequest,
  browser: Browser,
  incoming: IncomingRequest,
): Promise<Reply> {
  const parameters = incoming.query === http.rawQuery ? http.query() : parseParameters(incoming.query)
  if (!parameters.ok) return refusalPage(needs, http, 'bad-request')
  const asked = { http, browser, incoming, parameters: parameters.value }
  const answer = (await answerBy('remembered', needs, asked)) ?? (await answerBy('fresh', needs, asked))
  return answer ?? refusalPage(needs, http, 'invalid-client')
}

/** Answers with what this process remembers of the client. Nothing where only a new read of the client may decide. */
async function answerBy(
  memory: 'remembered' | 'fresh',
  needs: ReplyNeeds,
  { http, browser, incoming, parameters }: Asked,
): Promise<Reply | undefined> {
  const target = await findTarget(needs.directory, parameters, memory)
  if (!target.ok) return memory === 'fresh' ? refusalPage(needs, http, target.refusal) : undefined
  if (wasDisabledSince(target.value, incoming.generation))
    return memory === 'fresh' ? refusalPage(needs, http, 'resume-expired') : undefined
  const read = readAuthorizationRequest(parameters, target.value, incoming.query)
  if (!read.ok)
    return memory === 'fresh' ? errorReply(needs, target.value, parameters, read.refusal) : undefined
  const context = { http, browser, request: read.value, requester: requesterOf(http, incoming) }
  const outcome = await authorize(needs, read.value, context.requester)
  return outcome.outcome === 'stale-client' ? undefined : replyTo(needs, context, outcome)
}

function replyTo(
  needs: ReplyNeeds,
  context: RequestContext,
  outcome: Exclude<AuthorizationOutcome, { outcome: 'stale-client' }>,
): Reply {
  if (outcome.outcome === 'code') return codeReply(needs, context.request, outcome.code, 302)
  if (outcome.outcome === 'refused') return faultReply(needs, context.request, outcome.fault, 302)
  return pageReply(needs, context, outcome)
}

function errorReply(
  needs: ReplyNeeds,
  target: Target,
  parameters: Parameters,
  fault: AuthorizationFault,
): Reply {
  const state = parameters.repeated.has('state') ? undefined : parameters.get('state')
  return redirect(302, withParameters(target.redirectUri, errorParameters(fault, state, needs.baseUrl)))
}
