import type { Browser } from '../../hosted-page/index.ts'
import { type Parameters, parseParameters } from '../../platform/http/parameters.ts'
import { type Reply, redirect, refusing } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import { authorize } from './authorize.ts'
import { faultAddress, pageOfFault } from './callback.ts'
import { findRequest, once, type RequestRefusal } from './find-request.ts'
import { type IncomingRequest, requesterOf } from './incoming-request.ts'
import { registeredProgram } from './program-of-request.ts'
import { type AuthorizationNeeds, refusalPage, replyTo } from './replies.ts'

/**
 * Answers a request: with a code, an error, the sign-in page, the confirmation page or a refusal page. It answers with
 * what this process remembers of the client, unless the client has changed or the request would be refused.
 */
export async function answerRequest(
  needs: AuthorizationNeeds,
  http: HttpRequest,
  browser: Browser,
  incoming: IncomingRequest,
): Promise<Reply> {
  const parameters = incoming.query === http.rawQuery ? http.query() : parseParameters(incoming.query)
  if (!parameters.ok) return refusalPage(needs, http, 'bad-request')
  for (const memory of ['remembered', 'fresh'] as const) {
    const found = await findRequest(needs.directory, memory, parameters.value, incoming.generation)
    if (!found.ok && memory === 'fresh') return refuse(needs, http, found.refusal, parameters.value)
    if (!found.ok) continue
    const requester = requesterOf(http, incoming)
    const outcome = await authorize(needs, found.value, requester)
    if (outcome.step !== 'stale-client')
      return replyTo(needs, { http, browser, request: found.value, requester }, outcome)
  }
  return refuse(needs, http, 'invalid-client', parameters.value)
}

async function refuse(
  needs: AuthorizationNeeds,
  http: HttpRequest,
  refusal: RequestRefusal,
  parameters: Parameters,
): Promise<Reply> {
  const clientId = parameters.get('client_id')
  if (typeof refusal === 'string') {
    // Every other refusal knows its program: this process has just found it.
    const isUnknown = refusal === 'invalid-client'
    const named = once(parameters, 'client_id')
    const program = isUnknown ? await registeredProgram(needs.db, http, named) : undefined
    const registeredClientId = isUnknown && !program ? undefined : named
    return refusalPage(needs, http, refusal, { clientId, program, registeredClientId })
  }
  const { callback, fault } = refusal
  const reply = redirect(302, faultAddress(callback, fault, needs.baseUrl))
  return refusing(reply, fault, clientId, pageOfFault(fault))
}
