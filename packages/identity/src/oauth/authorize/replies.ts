import type { ClientDirectory } from '../../clients/index.ts'
import { frameFor, type PageNeeds, problemReply } from '../../hosted-page/index.ts'
import { confirmPage, type ProblemKind, verificationRequiredPage } from '../../pages/index.ts'
import { page, type Reply, redirect } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import type { AuthorizationOutcome, AuthorizeNeeds } from './authorize.ts'
import { codeAddress, faultAddress } from './callback.ts'
import type { RequestContext } from './incoming-request.ts'
import { receivedBy } from './received.ts'
import { signDecision, signResume } from './signed-request.ts'
import { rememberWaiting, signInAddress } from './waiting-cookie.ts'

/** Everything that the authorization endpoint uses. */
export interface AuthorizationNeeds extends AuthorizeNeeds, PageNeeds {
  readonly directory: ClientDirectory
}

type Outcome<Step> = Extract<AuthorizationOutcome, { step: Step }>

const DECISION_PATH = '/o/authorize/decision/'

/** Sends the browser back to the program or to the sign-in page, or shows the page of this outcome. */
export function replyTo(
  needs: AuthorizationNeeds,
  context: RequestContext,
  outcome: Exclude<AuthorizationOutcome, { step: 'stale-client' }>,
): Reply {
  const { step } = outcome
  if (step === 'code') return redirect(302, codeAddress(context.request, outcome.code, needs.baseUrl))
  if (step === 'refuse') return redirect(302, faultAddress(context.request, outcome.fault, needs.baseUrl))
  if (step === 'sign-in') return signInReply(needs, context)
  return step === 'confirm' ? confirmReply(needs, context, outcome) : verifyReply(needs, context, outcome)
}

/** A page that tells the citizen what is wrong, where nothing may be sent to the program. */
export function refusalPage(needs: AuthorizationNeeds, http: HttpRequest, kind: ProblemKind): Reply {
  return problemReply({ http, frame: frameFor(needs, http) }, kind)
}

function signInReply(needs: AuthorizationNeeds, context: RequestContext): Reply {
  const handle = signResume(needs.clock, context)
  const cookies = [...context.browser.cookies, ...rememberWaiting(needs.cookies, handle)]
  return redirect(302, signInAddress(handle), { cookies })
}

function verifyReply(
  needs: AuthorizationNeeds,
  context: RequestContext,
  { email }: Outcome<'verify-email'>,
): Reply {
  const { http, browser, request } = context
  const view = {
    email,
    action: '/account/verification/',
    csrfToken: browser.csrfToken,
    resume: signResume(needs.clock, context),
    reference: http.requestId,
  }
  const frame = frameFor(needs, http, request.languages)
  return page(403, verificationRequiredPage(frame, view), { cookies: browser.cookies })
}

function confirmReply(
  needs: AuthorizationNeeds,
  context: RequestContext,
  { reason, citizen }: Outcome<'confirm'>,
): Reply {
  const { http, browser, request } = context
  const view = {
    programName: request.client.name,
    redirectHost: new URL(request.redirectUri).host,
    citizen,
    receives: receivedBy(request.scope),
    reason,
    csrfToken: browser.csrfToken,
    request: signDecision(needs.clock, context),
    actions: { continue: DECISION_PATH, cancel: DECISION_PATH, another: DECISION_PATH },
  }
  const frame = frameFor(needs, http, request.languages)
  return page(200, confirmPage(frame, view), { cookies: browser.cookies, formTargets: 'anywhere' })
}
