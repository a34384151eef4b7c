import { isWithinScope } from '../../access/index.ts'
import { appendEvent } from '../../audit/index.ts'
import { namesOf } from '../../clients/index.ts'
import { type Browser, frameFor, problemReply } from '../../hosted-page/index.ts'
import { type Parameters, parseParameters } from '../../platform/http/parameters.ts'
import { type Reply, redirect, refusing } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import { answerRequest } from './answer-request.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { allowProgram } from './authorize.ts'
import { codeAddress, faultAddress, pageOfFault } from './callback.ts'
import { findRequest } from './find-request.ts'
import { type IncomingRequest, type RequestContext, requesterOf } from './incoming-request.ts'
import { type AuthorizationNeeds, refusalPage, replyTo } from './replies.ts'
import { readDecision, resumeAnewLocation, type ShownRequest, signResume } from './signed-request.ts'
import { signInAddress } from './waiting-cookie.ts'

/** What a decision asks for. Continuing and cancelling are one: a program gets one answer to what one page asked. */
export function actOfDecision(form: Parameters): string {
  const isAnother = form.get('decision') === 'another'
  return `${isAnother ? 'another' : 'answer'} ${form.text('request')}`
}

/** Answers the form of the confirmation page: continue, cancel, or another account. */
export async function answerDecision(
  needs: AuthorizationNeeds,
  http: HttpRequest,
  browser: Browser,
): Promise<Reply> {
  const form = http.form()
  if (!form.ok) return refusalPage(needs, http, 'bad-request')
  const standing = browser.standingOf(form.value)
  if (standing === 'foreign' || standing === 'lost') return refusalPage(needs, http, 'form-expired')
  const signed = form.value.get('request')
  const shownFor = readDecision(browser, signed)
  const request = shownFor && (await findAgain(needs, shownFor))
  if (!shownFor || !request) return refusalPage(needs, http, 'resume-expired')
  const context = { http, browser, request, requester: requesterOf(http, shownFor) }
  if (standing === 'stale') return staleDecision(needs, context)
  return decide(needs, context, { shownFor, decision: form.value.get('decision') })
}

async function decide(
  needs: AuthorizationNeeds,
  context: RequestContext,
  { shownFor, decision }: { readonly shownFor: ShownRequest; readonly decision: string | undefined },
): Promise<Reply> {
  const { http, browser, request, requester } = context
  if (decision === 'cancel') return cancel(needs, context)
  if (decision === 'another') return switchAccount(needs, context)
  if (decision !== 'continue') return refusalPage(needs, http, 'bad-request')
  if (!isAsShown(request, shownFor)) return answerRequest(needs, http, browser, shownFor)
  const allowed = await allowProgram(needs, request, requester)
  if (allowed.step === 'changed') return answerRequest(needs, http, browser, shownFor)
  return allowed.step === 'confirm'
    ? replyTo(needs, context, allowed)
    : redirect(303, codeAddress(request, allowed.code, needs.baseUrl))
}

/** Whether the program has the name that the page showed, and asks for nothing that it did not show. */
function isAsShown({ client, scope }: AuthorizationRequest, { shown }: ShownRequest): boolean {
  return namesOf(client).includes(shown.programName) && isWithinScope(scope, shown.scope)
}

/** Reads the request again: the client may have changed while the page was open. */
async function findAgain(
  { directory }: AuthorizationNeeds,
  { query, generation }: IncomingRequest,
): Promise<AuthorizationRequest | undefined> {
  const parameters = parseParameters(query)
  if (!parameters.ok) return undefined
  const found = await findRequest(directory, 'fresh', parameters.value, generation)
  return found.ok ? found.value : undefined
}

async function cancel(needs: AuthorizationNeeds, { request, requester }: RequestContext): Promise<Reply> {
  const { session, origin } = requester
  const citizen = session && { citizenId: session.citizenId }
  const { clientId } = request.client
  const who = session?.citizenId ?? origin.address ?? ''
  const { allowed } = await needs.limits.spend('cancel-per-citizen', who)
  if (allowed) await appendEvent(needs, { name: 'authorization-cancelled', origin, clientId, ...citizen })
  const reply = redirect(303, faultAddress(request, 'cancelled', needs.baseUrl))
  return refusing(reply, 'cancelled', clientId, pageOfFault('cancelled'))
}

/** A page decides nothing after somebody has signed in or out in this browser since it was shown. The request still waits. */
function staleDecision(needs: AuthorizationNeeds, context: RequestContext): Reply {
  const { browser, request } = context
  const again = resumeAnewLocation(browser, signResume(needs.clock, context))
  const frame = frameFor(needs, context, { program: request.languages })
  return problemReply({ frame }, 'form-stale', { againHref: again })
}

function switchAccount(needs: AuthorizationNeeds, context: RequestContext): Reply {
  const handle = signResume(needs.clock, context)
  return redirect(303, signInAddress(handle), { cookies: context.browser.cookies })
}
