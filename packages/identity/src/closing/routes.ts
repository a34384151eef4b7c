import { pageReply, type SignedInRequest, signedInPageRoute } from '../hosted-page/index.ts'
import type { ShowsHome } from '../moments/index.ts'
import { clearWaiting } from '../oauth/authorize/index.ts'
import { PATHS, type ProveStep } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { Awaitable } from '../platform/result.ts'
import {
  type LoginPageNeeds,
  ownOrProve,
  type ProveAgainNeeds,
  provenFormRoute,
  proveRoute,
} from '../sign-in/index.ts'
import { type AskToCloseNeeds, askToClose, type ClosingRefusal } from './ask-to-close.ts'
import { type CloseAccountView, closeAccountPage, closingAskedPage } from './pages/close-account.ts'
import { CLOSE_ACCOUNT } from './paths.ts'

/** Everything that the pages of closing use. */
export type ClosingService = ProveAgainNeeds & LoginPageNeeds & AskToCloseNeeds & ShowsHome

/** `/account/close/`: the form that begins the waiting period of the account. */
export function closingRoutes(service: ClosingService): Route[] {
  return [
    signedInPageRoute(service, CLOSE_ACCOUNT, (request) => closeReply(service, request)),
    proveRoute(service, CLOSE_ACCOUNT, (request, problem) => closeReply(service, request, { problem })),
    provenFormRoute(service, { page: CLOSE_ACCOUNT, path: CLOSE_ACCOUNT }, ask),
  ]
}

async function closeReply(
  service: ClosingService,
  request: SignedInRequest,
  { problem, trouble }: Pick<ProveStep, 'problem'> & Pick<CloseAccountView, 'trouble'> = {},
): Promise<Reply> {
  const { browser, citizen, frame } = request
  const { csrfToken } = browser
  const { waits } = await service.home.tell(service, { ...request, csrfToken }, ['waits'])
  const { step, extras } = await ownOrProve(service, request, 'close', { leadsTo: CLOSE_ACCOUNT, problem })
  const { closingWaitDays: days } = service
  const view = { csrfToken, email: citizen.email, step, days, waits, trouble }
  return pageReply(request, closeAccountPage(frame, view), problem ?? trouble, extras)
}

async function ask(request: SignedInRequest, _: Parameters, service: ClosingService): Promise<Reply> {
  const { frame, browser, origin } = request
  const asked = await askToClose(service, request, origin)
  if (!asked.ok) return notAsked(service, request, asked.refusal)
  const extras = { cookies: browser.signedOut() }
  const said = page(closingAskedPage(frame, { dueAt: asked.value }), extras)
  return clearWaiting(service.cookies, request.http, said)
}

function notAsked(
  service: ClosingService,
  request: SignedInRequest,
  refusal: ClosingRefusal,
): Awaitable<Reply> {
  if (refusal === 'signed-out') return redirect(303, PATHS.login)
  return closeReply(service, request, { trouble: refusal })
}
