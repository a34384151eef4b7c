import { findSignedIn, SESSION_COOKIE } from '../access/index.ts'
import { logoutPage, PATHS, signedOutPage } from '../pages/index.ts'
import { page, type Reply } from '../platform/http/reply.ts'
import { type Route, route } from '../platform/http/route.ts'
import { openPage, pageAt, readOwnForm, type Visit, visitOf } from '../visits/index.ts'
import { type AccountVisitNeeds } from './account-visit.ts'
import { signOut } from './end-own-sessions.ts'
import { signedOutReply } from './signed-out-reply.ts'

/** `/logout/`: a form that signs out; showing it changes nothing, and it works for everybody. */
export function logoutRoutes(service: AccountVisitNeeds): Route[] {
  return [
    route('GET', PATHS.logout, 'page', openPage(service, showForm)),
    route('POST', PATHS.logout, 'page', (http) => postForm(service, visitOf(service, http))),
  ]
}

function showForm({ frame, browser }: Visit): Reply {
  return page(200, logoutPage(frame, { csrfToken: browser.csrfToken }), { cookies: browser.cookies })
}

/**
 * A stale form signs nobody out who did not see it. Where nobody is signed in, what it asks for is so already: two tabs
 * with this page, or one button pressed twice, both come to the same end.
 */
async function postForm(service: AccountVisitNeeds, visit: Visit): Promise<Reply> {
  const { http, browser, frame } = visit
  const own = readOwnForm(visit, pageAt(PATHS.logout))
  const sent = http.form()
  const isStale = sent.ok && browser.standingOf(sent.value) === 'stale'
  if (!own.ok && !isStale) return own.refusal
  const signedIn = await findSignedIn(service, http.cookie(SESSION_COOKIE))
  if (!own.ok) return signedIn ? own.refusal : page(200, signedOutPage(frame))
  const origin = { actor: 'citizen' as const, address: http.address, requestId: http.requestId }
  if (signedIn) await signOut(service, { ...signedIn, origin })
  return signedOutReply(service, visit)
}
