import { type ListedSession, listSessions } from '../access/index.ts'
import { PATHS, type SessionItem, sessionsPage } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import { type Route, route } from '../platform/http/route.ts'
import { pageAt } from '../visits/index.ts'
import {
  type AccountVisit,
  type AccountVisitNeeds,
  accountForm,
  accountPage,
  noticeOf,
} from './account-visit.ts'
import { endOwnOtherSessions, endOwnSession, signOut } from './end-own-sessions.ts'
import { signedOutReply } from './signed-out-reply.ts'

/** `/account/sessions/`: where the citizen is signed in, and an end to it. */
export function sessionRoutes(service: AccountVisitNeeds): Route[] {
  return [
    route(
      'GET',
      PATHS.sessions,
      'page',
      accountPage(service, (visit) => showSessions(service, visit)),
    ),
    route(
      'POST',
      PATHS.endSession,
      'page',
      accountForm(service, pageAt(PATHS.sessions), (visit, form) => endOne(service, visit, form)),
    ),
    route(
      'POST',
      PATHS.endOtherSessions,
      'page',
      accountForm(service, pageAt(PATHS.sessions), (visit) => endOthers(service, visit)),
    ),
  ]
}

async function showSessions(service: AccountVisitNeeds, visit: AccountVisit): Promise<Reply> {
  const listed = await listSessions(service, visit.citizen.citizenId)
  const sessions = listed.map((session) => itemOf(session, visit.session.sessionId))
  const { csrfToken, cookies } = visit.browser
  const notice = noticeOf(visit, ['ended', 'others-ended'])
  return page(200, sessionsPage(visit.frame, { csrfToken, sessions, notice }), { cookies })
}

function itemOf({ sessionId, device, startedAt, ...session }: ListedSession, current: string): SessionItem {
  return { ...session, ...device, id: sessionId, current: sessionId === current, signedInAt: startedAt }
}

/** Ending the session that one is in is signing out. */
async function endOne(service: AccountVisitNeeds, visit: AccountVisit, form: Parameters): Promise<Reply> {
  const sessionId = form.text('session')
  if (sessionId === visit.session.sessionId) {
    await signOut(service, visit)
    return signedOutReply(service, visit)
  }
  await endOwnSession(service, visit, sessionId)
  return redirect(303, `${PATHS.sessions}?notice=ended`)
}

async function endOthers(service: AccountVisitNeeds, visit: AccountVisit): Promise<Reply> {
  await endOwnOtherSessions(service, visit)
  return redirect(303, `${PATHS.sessions}?notice=others-ended`)
}
