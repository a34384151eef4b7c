import { signedOutPage } from '../pages/index.ts'
import { page, type Reply } from '../platform/http/reply.ts'
import { SESSION_COOKIE } from '../sessions/index.ts'
import { type Visit } from '../visits/index.ts'
import { type AccountVisitNeeds } from './account-visit.ts'

/** Says that this browser is signed out and takes its session cookie away. */
export function signedOutReply({ cookies }: AccountVisitNeeds, { frame, browser }: Visit): Reply {
  return page(200, signedOutPage(frame), { cookies: [...browser.cookies, cookies.clear(SESSION_COOKIE)] })
}
