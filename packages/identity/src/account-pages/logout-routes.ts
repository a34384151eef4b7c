import { logoutPage, PATHS } from '../pages/index.ts'
import { page, type Reply } from '../platform/http/reply.ts'
import { type Route, route } from '../platform/http/route.ts'
import { findSignedIn, SESSION_COOKIE } from '../sessions/index.ts'
import { openForm, openPage, type Visit } from '../visits/index.ts'
import { type AccountVisitNeeds } from './account-visit.ts'
import { signOut } from './end-own-sessions.ts'
import { signedOutReply } from './signed-out-reply.ts'

/** `/logout/`: a form that signs out; showing it changes nothing, and it works for everybody. */
export function logoutRoutes(service: AccountVisitNeeds): Route[] {
  return [
    route('GET', PATHS.logout, 'page', openPage(service, showForm)),
    route(
      'POST',
      PATHS.logout,
      'page',
      openForm(service, (visit) => postForm(service, visit)),
    ),
  ]
}

function showForm({ frame, browser }: Visit): Reply {
  return page(200, logoutPage(frame, { csrfToken: browser.csrfToken }), { cookies: browser.cookies })
}

async function postForm(service: AccountVisitNeeds, visit: Visit): Promise<Reply> {
  const { http } = visit
  const signedIn = await findSignedIn(service, http.cookie(SESSION_COOKIE))
  const origin = { actor: 'citizen' as const, address: http.address, requestId: http.requestId }
  if (signedIn) await signOut(service, { ...signedIn, origin })
  return signedOutReply(service, visit)
}
