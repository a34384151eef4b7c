import type { StartedSession } from '../access/index.ts'
import type { PageNeeds, PageRequest } from '../hosted-page/index.ts'
import { waitingHandle } from '../oauth/authorize/index.ts'
import type { Html } from '../platform/html.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { PasswordSignIn } from './enter-by-password.ts'
import {
  codeAwaitedReply,
  type LoginPageNeeds,
  onwardHref,
  type SignInRequest,
  signInRequest,
  welcomeReply,
} from './login-page.ts'

/** The sign-in of a browser that comes from a mailed link: for the request that waits in it. */
export function waitingSignIn(service: PageNeeds, page: PageRequest): SignInRequest {
  return signInRequest(service, page, waitingHandle(page.browser, page.http))
}

/** What a form with a new password carries for the ways in beside it. */
export const carriedBy = ({ waysIn }: Pick<LoginPageNeeds, 'waysIn'>): readonly Html[] =>
  waysIn.flatMap(({ carried }) => carried ?? [])

/** Redirects a browser whose password was right, or was just set, where it goes on, or first to the page that asks for the code. */
export async function enteredReply(
  service: LoginPageNeeds,
  request: SignInRequest,
  form: Parameters,
  entered: PasswordSignIn,
): Promise<Reply> {
  return entered.kind === 'entered'
    ? welcome(service, request, form, entered.started)
    : codeAwaitedReply(service, request, entered.ticket)
}

/** Redirects the browser where it goes on, or first to the page that offers another way in, where one is due. */
async function welcome(
  { waysIn }: LoginPageNeeds,
  request: SignInRequest,
  form: Parameters,
  started: StartedSession,
): Promise<Reply> {
  const { citizenId } = started.session
  const resume = request.resume && request.handle
  for (const entry of waysIn) {
    const offerHref = await entry.offer(form, citizenId, resume)
    if (offerHref !== undefined) return welcomeReply(request, started, offerHref)
  }
  return welcomeReply(request, started, onwardHref(request))
}
