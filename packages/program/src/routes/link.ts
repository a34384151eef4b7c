import { isFromOwnPages } from '../cookies/index.ts'
import { mayBeginLink, startOfBrowserLink } from '../sessions/index.ts'
import { BAD_PATH, refusalOfStart, startOnPage, tooMany, wantedReturnPath, withCookies } from './login.ts'
import { problemAnswer } from './page-problem.ts'
import { html, page } from './reply.ts'
import { type CookieEndpoint, exceeded, refused } from './request-context.ts'

/**
 * `POST link/`: begins a sign-in that connects the account of the browser's old session to a central account. Only a
 * form on a page of the program may send it, because a link is permanent.
 */
export const link: CookieEndpoint = async (context, cookies) => {
  const { request, service } = context
  if (!isFromOwnPages(request, cookies.origin)) return refused(context, 'cross_site_request')
  if (!service.accounts.legacy?.authenticateBrowser)
    return refused(context, 'link_not_supported', 'accounts.legacy.authenticateBrowser is not configured.')
  const returnPath = wantedReturnPath(context, cookies)
  if (returnPath === null) return page(400, BAD_PATH)
  const refusal = await refusalOfStart(context)
  if (refusal) return refusal
  const start = await startOfBrowserLink(service, request)
  if (!start) return problemAnswer(cookies, 'old_sign_in_missing', returnPath)
  if (!(await mayBeginLink(service, start)))
    return problemAnswer(cookies, 'fresh_sign_in_required', returnPath)
  const rule = service.settings.throttle?.beginLinkPerAccount
  const wait = await exceeded(context, 'begin-link', rule, start.accountId)
  if (wait !== null) return tooMany(wait)
  return asPage(await startOnPage(context, cookies, { returnPath, link: start }))
}

/**
 * A page that leads on, in place of a redirect. A policy with `form-action 'self'` (CSP level 3 section 6.4.1) also counts
 * for the redirects after a form, and would stop the browser on its way to the identity service.
 */
function asPage(answer: Response): Response {
  const href = answer.headers.get('location')
  if (href === null) return answer
  const link = { href, text: 'Continue', isFollowed: true }
  return withCookies(html(200, 'You are on the way to the sign-in.', link), answer.headers.getSetCookie())
}
