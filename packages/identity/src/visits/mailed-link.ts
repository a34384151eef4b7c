import { linkInvalidPage, type SetPasswordView, setPasswordPage } from '../pages/index.ts'
import { page, type Reply } from '../platform/http/reply.ts'
import { retryHeaders } from './retry-headers.ts'
import type { Visit } from './visit.ts'

/** One page for every link that is over, used, foreign, of another kind or cut off. */
export function linkInvalidReply(
  { frame, browser, http }: Visit,
  kind: Parameters<typeof linkInvalidPage>[1]['kind'],
): Reply {
  const view = { kind, reference: http.requestId }
  return page(400, linkInvalidPage(frame, view), { cookies: browser.cookies })
}

/** The page behind a mailed link where a password is chosen, again with what is wrong where one was refused. */
export function setPasswordReply(
  { frame, browser }: Visit,
  asked: Omit<SetPasswordView, 'csrfToken'>,
): Reply {
  const { problem } = asked
  const refusedStatus = problem === 'busy' ? 503 : 400
  const view = { ...asked, csrfToken: browser.csrfToken }
  return page(problem === undefined ? 200 : refusedStatus, setPasswordPage(frame, view), {
    cookies: browser.cookies,
    headers: retryHeaders(problem),
  })
}
