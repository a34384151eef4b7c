import { forgetWaiting } from '../oauth/authorize/index.ts'
import { signedOutPage } from '../pages/index.ts'
import { page, type Reply } from '../platform/http/reply.ts'
import { type Visit } from '../visits/index.ts'
import { type AccountVisitNeeds } from './account-visit.ts'

/** Says that this browser is signed out, and takes away its session and the request of a program that waits in it. */
export function signedOutReply({ cookies }: AccountVisitNeeds, { frame, browser }: Visit): Reply {
  return forgetWaiting(cookies, page(200, signedOutPage(frame), { cookies: browser.signedOut() }))
}
