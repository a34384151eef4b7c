import {
  pageAt,
  pageReply,
  queryParameter,
  type SignedInNeeds,
  type SignedInRequest,
  signedInFormRoute,
  signedInPageRoute,
} from '../hosted-page/index.ts'
import type { LeaveToMailNeeds } from '../mailed-links/index.ts'
import { clearWaiting } from '../oauth/authorize/index.ts'
import { PATHS } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { Events } from '../platform/room/event.ts'
import { endEverything } from './end-everything.ts'
import { listActivity } from './list-activity.ts'
import { accountLockedPage, activityPage, wasNotMePage } from './pages/activity.ts'
import { ACTIVITY_PAGE, WAS_NOT_ME } from './paths.ts'
import { type Sentences, sentencesOf } from './sentences.ts'

/** Everything that the pages of activity use. */
export type ActivityService = SignedInNeeds & LeaveToMailNeeds & { readonly events: Events }

/** `/account/activity/`: what happened with the account, and the form that says: this was not me. */
export function activityRoutes(service: ActivityService): Route[] {
  const sentences = sentencesOf(service.events)
  return [
    signedInPageRoute(service, ACTIVITY_PAGE, (request) => showActivity({ ...service, sentences }, request)),
    signedInPageRoute(service, WAS_NOT_ME, showQuestion),
    signedInFormRoute(service, WAS_NOT_ME, pageAt(WAS_NOT_ME), endAll),
  ]
}

async function showActivity(
  needs: ActivityService & { readonly sentences: Sentences },
  request: SignedInRequest,
): Promise<Reply> {
  const before = queryParameter(request, 'before')
  const { items, older } = await listActivity(needs, { ...request.citizen, ...request.frame }, before)
  const olderHref = older === undefined ? undefined : `${ACTIVITY_PAGE}?before=${encodeURIComponent(older)}`
  const isNewest = before === undefined
  const content = activityPage(request.frame, { items, olderHref, isNewest })
  return pageReply(request, content)
}

function showQuestion(request: SignedInRequest): Reply {
  const { frame, browser, citizen } = request
  return pageReply(request, wasNotMePage(frame, { csrfToken: browser.csrfToken, email: citizen.email }))
}

async function endAll(request: SignedInRequest, _: Parameters, service: ActivityService): Promise<Reply> {
  const { frame, browser, citizen, origin } = request
  const ended = await endEverything(service, request, { language: frame.language, origin })
  if (!ended.ok) return redirect(303, PATHS.login)
  const locked = accountLockedPage(frame, { email: citizen.email })
  return clearWaiting(service.cookies, request.http, page(locked, { cookies: browser.signedOut() }))
}
