import { isFromOwnPages } from '../cookies/index.ts'
import { mayBeginLink, startOfBrowserLink } from '../sessions/index.ts'
import { asPage, badAddress, refusalOfStart, startOnPage, tooMany, wantedReturnPath } from './login.ts'
import { problemAnswer } from './page-problem.ts'
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
  if (returnPath === null) return badAddress(context, cookies, 'bad_path')
  const refusal = await refusalOfStart(context)
  if (refusal) return refusal
  const start = await startOfBrowserLink(service, request)
  if (!start) return problemAnswer(context, cookies, 'old_sign_in_missing', returnPath)
  if (!(await mayBeginLink(service, start)))
    return problemAnswer(context, cookies, 'fresh_sign_in_required', returnPath)
  const rule = service.settings.throttle?.beginLinkPerAccount
  const wait = await exceeded(context, 'begin-link', rule, start.accountId)
  if (wait !== null) return tooMany(context, wait)
  return asPage(context, await startOnPage(context, cookies, { returnPath, link: start }))
}
