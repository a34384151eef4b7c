import { appendEvent } from '../../audit/index.ts'
import { type Browser, frameFor, problemReply } from '../../hosted-page/index.ts'
import { type Parameters, parseParameters } from '../../platform/http/parameters.ts'
import { type Reply, redirect } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import { answerRequest } from './answer-request.ts'
import { type AuthorizationRequest, readAuthorizationRequest } from './authorization-request.ts'
import { allowProgram } from './authorize.ts'
import { type DecisionNote, readDecision } from './decision-note.ts'
import {
  codeReply,
  faultReply,
  type ReplyNeeds,
  type RequestContext,
  refusalPage,
  requesterOf,
  sessionName,
} from './replies.ts'
import { resumeAnewLocation } from './resume.ts'
import { resumeHandle } from './resume-handle.ts'
import { findTarget, wasDisabledSince } from './target.ts'
import { signInAddress } from './waiting-cookie.ts'

/** Answers the form of the authorization page: continue, cancel, or another account. */
export async function answerDecision(
  needs: ReplyNeeds,
  http: HttpRequest,
  browser: Browser,
  form: Parameters,
): Promise<Reply> {
  const note = readDecision(browser, form.get('request'))
  const request = note && (await rereadRequest(needs, note))
  if (!note || !request) return refusalPage(needs, http, 'resume-expired')
  const requester = requesterOf(http, { ...note, staleSession: undefined })
  const context: RequestContext = { http, browser, request, requester }
  if (browser.standingOf(form) !== 'current') return staleDecision(needs, context)
  const decision = form.get('decision')
  if (decision === 'cancel') return cancel(needs, context)
  if (decision === 'another') return switchAccount(needs, context)
  if (decision !== 'continue') return refusalPage(needs, http, 'bad-request')
  return proceed(needs, context, note)
}

/** Reads the request again: the client may have changed while the page was open. */
async function rereadRequest(
  needs: ReplyNeeds,
  note: DecisionNote,
): Promise<AuthorizationRequest | undefined> {
  const parameters = parseParameters(note.query)
  if (!parameters.ok) return undefined
  const target = await findTarget(needs.directory, parameters.value, 'fresh')
  if (!target.ok || wasDisabledSince(target.value, note.generation)) return undefined
  const request = readAuthorizationRequest(parameters.value, target.value, note.query)
  return request.ok ? request.value : undefined
}

async function proceed(needs: ReplyNeeds, context: RequestContext, note: DecisionNote): Promise<Reply> {
  const { http, browser, request, requester } = context
  const { query, generation } = note
  const { session } = requester
  const code = session && (await allowProgram(needs, request, { ...requester, session }))
  const again = { query, generation, arrival: note.arrival, staleSession: undefined }
  return code === undefined
    ? answerRequest(needs, http, browser, again)
    : codeReply(needs, request, code, 303)
}

async function cancel(needs: ReplyNeeds, { request, requester }: RequestContext): Promise<Reply> {
  const { clientId } = request.client
  const citizen = requester.session ? { citizenId: requester.session.citizenId } : {}
  await appendEvent(needs, {
    name: 'authorization-cancelled',
    origin: requester.origin,
    clientId,
    ...citizen,
  })
  return faultReply(needs, request, 'cancelled', 303)
}

/** A page decides nothing after somebody has signed in or out in this browser since it was shown. The request still waits. */
function staleDecision(needs: ReplyNeeds, context: RequestContext): Reply {
  const { http, browser, request, requester } = context
  const again = resumeAnewLocation(
    browser,
    resumeHandle(needs.clock, context, sessionName(requester.session)),
  )
  return problemReply({ http, frame: frameFor(needs, http, request.languages) }, 'form-stale', again)
}

function switchAccount(needs: ReplyNeeds, context: RequestContext): Reply {
  const handle = resumeHandle(needs.clock, context, sessionName(context.requester.session))
  return redirect(303, signInAddress(handle), { cookies: context.browser.cookies })
}
