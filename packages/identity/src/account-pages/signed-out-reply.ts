import type { PageRequest, SignedInNeeds } from '../hosted-page/index.ts'
import { clearWaiting } from '../oauth/authorize/index.ts'
import { signedOutPage } from '../pages/index.ts'
import { page, type Reply } from '../platform/http/reply.ts'

/** Says that this browser is signed out, and deletes its session cookie and its waiting request. */
export function signedOutReply({ cookies }: SignedInNeeds, { frame, browser, http }: PageRequest): Reply {
  return clearWaiting(cookies, http, page(signedOutPage(frame), { cookies: browser.signedOut() }))
}
