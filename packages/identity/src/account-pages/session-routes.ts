import { type ListedSession, listSessions } from '../access/index.ts'
import {
  pageAt,
  pageReply,
  type SignedInNeeds,
  type SignedInRequest,
  signedInFormRoute,
  signedInPageRoute,
} from '../hosted-page/index.ts'
import { PATHS, type SessionItem, sessionsPage } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { endOwnOtherSessions, endOwnSession, signOut } from './end-own-sessions.ts'
import { noticeOf } from './notice.ts'
import { signedOutReply } from './signed-out-reply.ts'

/** Everything that the page of sessions uses. */
export type SessionsService = SignedInNeeds

/** `/account/sessions/`: the citizen's sessions, and a button that ends each. */
export function sessionRoutes(service: SessionsService): readonly Route[] {
  const again = pageAt(PATHS.sessions)
  return [
    signedInPageRoute(service, PATHS.sessions, showSessions),
    signedInFormRoute(service, PATHS.endSession, again, endOne),
    signedInFormRoute(service, PATHS.endOtherSessions, again, (request) => endOthers(request, service)),
  ]
}

async function showSessions(request: SignedInRequest, service: SessionsService): Promise<Reply> {
  const listed = await listSessions(
    service,
    { ...request.citizen, ...request.frame },
    request.session.sessionId,
  )
  const sessions = listed.map((session) => itemOf(session, request.session.sessionId))
  const { csrfToken } = request.browser
  const notice = noticeOf(request, ['ended', 'others-ended'])
  const content = sessionsPage(request.frame, { csrfToken, sessions, notice })
  return pageReply(request, content)
}

function itemOf({ sessionId, startedAt, ...session }: ListedSession, current: string): SessionItem {
  return { ...session, id: sessionId, current: sessionId === current, signedInAt: startedAt }
}

/** To end the current session is to sign out. */
async function endOne(request: SignedInRequest, form: Parameters, service: SignedInNeeds): Promise<Reply> {
  const sessionId = form.text('session')
  if (sessionId === request.session.sessionId) {
    await signOut(service, request)
    return signedOutReply(service, request)
  }
  await endOwnSession(service, request, sessionId)
  return redirect(303, `${PATHS.sessions}?notice=ended`)
}

async function endOthers(request: SignedInRequest, service: SignedInNeeds): Promise<Reply> {
  await endOwnOtherSessions(service, request)
  return redirect(303, `${PATHS.sessions}?notice=others-ended`)
}
