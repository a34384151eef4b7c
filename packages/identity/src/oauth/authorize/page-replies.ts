import { frameFor } from '../../hosted-page/index.ts'
import { confirmPage, type PageFrame, verificationRequiredPage } from '../../pages/index.ts'
import { page, type Reply, redirect } from '../../platform/http/reply.ts'
import type { AuthorizationOutcome } from './authorize.ts'
import { signDecision } from './decision-note.ts'
import { receivedBy } from './received.ts'
import { type ReplyNeeds, type RequestContext, sessionName } from './replies.ts'
import { resumeHandle } from './resume-handle.ts'
import { rememberWaiting, signInAddress } from './waiting-cookie.ts'

/** The outcomes that show a page and send nothing to the program. */
type Shown = Extract<AuthorizationOutcome, { outcome: 'sign-in' | 'verify-email' | 'confirm' }>

/** Redirects the citizen to the sign-in page, or shows the page of this outcome. */
export function pageReply(needs: ReplyNeeds, context: RequestContext, outcome: Shown): Reply {
  if (outcome.outcome === 'sign-in') return signInReply(needs, context)
  if (outcome.outcome === 'confirm') return confirmReply(needs, context, outcome)
  const { http, browser } = context
  const view = {
    email: outcome.email,
    action: '/account/verification/',
    csrfToken: browser.csrfToken,
    resume: resumeHandle(needs.clock, context, sessionName(context.requester.session)),
    reference: http.requestId,
  }
  return page(403, verificationRequiredPage(frameOf(needs, context), view), { cookies: browser.cookies })
}

function signInReply(needs: ReplyNeeds, context: RequestContext): Reply {
  const handle = resumeHandle(needs.clock, context, sessionName(context.requester.session))
  const cookies = [...context.browser.cookies, ...rememberWaiting(needs.cookies, handle)]
  return redirect(302, signInAddress(handle), { cookies })
}

function confirmReply(
  needs: ReplyNeeds,
  context: RequestContext,
  { reason, citizen }: Extract<Shown, { outcome: 'confirm' }>,
): Reply {
  const { browser, request, requester } = context
  const target = new URL(request.redirectUri)
  const view = {
    programName: request.client.name,
    redirectHost: target.host,
    citizen,
    receives: receivedBy(request.scope),
    reason,
    csrfToken: browser.csrfToken,
    request: signDecision(browser, needs.clock, {
      query: request.query,
      arrival: requester.arrival,
      generation: request.client.generation,
    }),
    actions: { continue: DECISION_PATH, cancel: DECISION_PATH, another: DECISION_PATH },
  }
  const extras = { cookies: browser.cookies, formTargets: 'anywhere' } as const
  return page(200, confirmPage(frameOf(needs, context), view), extras)
}

const DECISION_PATH = '/o/authorize/decision/'

/** The page's language: the program's choice (`ui_locales`), and where we have none of it the browser's. */
function frameOf(needs: ReplyNeeds, { http, request }: RequestContext): PageFrame {
  return frameFor(needs, http, request.languages)
}
