import type { StartedSession } from '../access/index.ts'
import { type PageNeeds, type PageRequest, readKeptForm } from '../hosted-page/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Reply } from '../platform/http/reply.ts'
import { DatabaseUnavailable } from '../platform/postgres/database.ts'
import type { PasswordSignIn } from './enter-by-password.ts'
import {
  codeAwaitedReply,
  type LoginPageNeeds,
  onwardHref,
  type SignInRequest,
  signInRequest,
  welcomeReply,
} from './login-page.ts'

/** The sign-in of a browser that comes from a mailed link: for the request whose program its page named, and for no other. */
export function waitingSignIn(service: PageNeeds, page: PageRequest, form: Parameters): SignInRequest {
  return signInRequest(service, page, form.get('resume'))
}

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
  { waysIn, log }: LoginPageNeeds,
  request: SignInRequest,
  form: Parameters,
  started: StartedSession,
): Promise<Reply> {
  const { citizenId } = started.session
  const kept = readKeptForm(request, citizenId)
  // Whoever was in the middle of something is not stopped.
  if (onwardHref({ ...request, kept }) !== onwardHref(request)) return welcomeReply(request, started)
  const resume = request.resume && request.handle
  for (const entry of waysIn) {
    const offerHref = await entry.offer(form, citizenId, resume).catch((error: unknown) => {
      // The citizen is signed in, and the link is used, whether or not anything is offered.
      if (!(error instanceof DatabaseUnavailable)) throw error
      log.warn('offer-not-made', { 'error.message': error.message })
      return undefined
    })
    if (offerHref !== undefined) return welcomeReply(request, started, offerHref)
  }
  return welcomeReply(request, started)
}
