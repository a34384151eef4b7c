import { appendEvent } from '../../audit/index.ts'
import type { Browser } from '../../platform/http/browser.ts'
import { type Parameters, parseParameters } from '../../platform/http/parameters.ts'
import { type Reply, redirect } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import { frameFor, staleFormReply } from '../../visits/index.ts'
import { answerRequest } from './answer.ts'
import {
  type Answering,
  type AnswerNeeds,
  codeReply,
  faultReply,
  nameOf,
  refusalPage,
  visitOf,
} from './answering.ts'
import { type AuthorizationRequest, readAuthorizationRequest } from './authorization-request.ts'
import { allowProgram } from './authorize.ts'
import { type DecisionNote, readDecision } from './decision-note.ts'
import { resumeAnewLocation } from './resume.ts'
import { resumeHandle } from './resume-handle.ts'
import { findTarget, wasDisabledSince } from './target.ts'
import { signInAddress } from './waiting-cookie.ts'

/** Answers the form of the authorization page: continue, cancel, or another account. */
export async function answerDecision(
  needs: AnswerNeeds,
  http: HttpRequest,
  browser: Browser,
  form: Parameters,
): Promise<Reply> {
  const note = readDecision(browser, form.get('request'))
  const request = note && (await rereadRequest(needs, note))
  if (!note || !request) return refusalPage(needs, http, 'resume-expired')
  const visit = visitOf(http, { ...note, staleSession: undefined })
  const answering: Answering = { http, browser, request, visit }
  if (browser.standingOf(form) !== 'current') return staleDecision(needs, answering)
  const decision = form.get('decision')
  if (decision === 'cancel') return cancel(needs, answering)
  if (decision === 'another') return switchAccount(needs, answering)
  if (decision !== 'continue') return refusalPage(needs, http, 'bad-request')
  return proceed(needs, answering, note)
}

/** The request is read anew: the client may have changed while the page was open. */
async function rereadRequest(
  needs: AnswerNeeds,
  note: DecisionNote,
): Promise<AuthorizationRequest | undefined> {
  const parameters = parseParameters(note.query)
  if (!parameters.ok) return undefined
  const target = await findTarget(needs.directory, parameters.value, 'fresh')
  if (!target.ok || wasDisabledSince(target.value, note.generation)) return undefined
  const request = readAuthorizationRequest(parameters.value, target.value, note.query)
  return request.ok ? request.value : undefined
}

async function proceed(needs: AnswerNeeds, answering: Answering, note: DecisionNote): Promise<Reply> {
  const { http, browser, request, visit } = answering
  const { query, generation } = note
  const { session } = visit
  const code = session && (await allowProgram(needs, request, { ...visit, session }))
  const again = { query, generation, arrival: note.arrival, staleSession: undefined }
  return code === undefined
    ? answerRequest(needs, http, browser, again)
    : codeReply(needs, request, code, 303)
}

async function cancel(needs: AnswerNeeds, { request, visit }: Answering): Promise<Reply> {
  const { clientId } = request.client
  const citizen = visit.session ? { citizenId: visit.session.citizenId } : {}
  await appendEvent(needs, { name: 'authorization-cancelled', origin: visit.origin, clientId, ...citizen })
  return faultReply(needs, request, 'cancelled', 303)
}

/** Nothing is decided by a page that was shown before somebody signed in or out in this browser; the request waits on. */
function staleDecision(needs: AnswerNeeds, answering: Answering): Reply {
  const { http, browser, request, visit } = answering
  const again = resumeAnewLocation(browser, resumeHandle(needs.clock, answering, nameOf(visit.session)))
  return staleFormReply({ http, frame: frameFor(needs, http, request.languages) }, again)
}

function switchAccount(needs: AnswerNeeds, answering: Answering): Reply {
  const handle = resumeHandle(needs.clock, answering, nameOf(answering.visit.session))
  return redirect(303, signInAddress(handle), { cookies: answering.browser.cookies })
}
