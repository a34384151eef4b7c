import { findSignedIn, SESSION_COOKIE } from '../access/index.ts'
import {
  onceRoute,
  originOf,
  type PageRequest,
  pageAt,
  pageReply,
  pageRoute,
  readOwnForm,
  type SignedInNeeds,
} from '../hosted-page/index.ts'
import { logoutPage, PATHS, signedOutPage } from '../pages/index.ts'
import { page, type Reply } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { signOut } from './end-own-sessions.ts'
import { signedOutReply } from './signed-out-reply.ts'

/** `/logout/`: the form that signs out. Showing it changes nothing. It works for everybody. */
export function logoutRoutes(service: SignedInNeeds): readonly Route[] {
  return [
    pageRoute(service, PATHS.logout, showForm),
    onceRoute(service, PATHS.logout, (request) => postForm(service, request)),
  ]
}

function showForm(request: PageRequest): Reply {
  return pageReply(request, logoutPage(request.frame, { csrfToken: request.browser.csrfToken }))
}

/**
 * A stale form signs out nobody who did not see it. Where nobody is signed in, it gets the page for signed-out browsers:
 * two tabs with this page, or two clicks on its button, end the same way.
 */
async function postForm(service: SignedInNeeds, request: PageRequest): Promise<Reply> {
  const { http, browser, frame } = request
  const own = await readOwnForm(request, pageAt(PATHS.logout))
  const sent = http.form()
  const isStale = sent.ok && browser.standingOf(sent.value) === 'stale'
  if (!own.ok && !isStale) return own.refusal
  const signedIn = await findSignedIn(service, http.cookie(SESSION_COOKIE))
  if (!own.ok) return signedIn ? own.refusal : page(signedOutPage(frame))
  if (signedIn) await signOut(service, { ...signedIn, origin: originOf(http, 'citizen') })
  return signedOutReply(service, request)
}
