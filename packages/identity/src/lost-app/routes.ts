import {
  formRoute,
  originOf,
  type PageNeeds,
  type PageRequest,
  pageAt,
  pageReply,
  pageRoute,
  type SignedInNeeds,
  type SignedInRequest,
  signedInFormRoute,
} from '../hosted-page/index.ts'
import {
  findOwnedLink,
  linkPages,
  type RequestLinkNeeds,
  readSentMail,
  redirectToSent,
  requestOwnLink,
  type SentMail,
  sendAgainRoute,
  sentPages,
} from '../mailed-links/index.ts'
import { type AsksOnPages, stopOwn } from '../moments/index.ts'
import { PATHS, script } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { awaitedCitizen } from '../second-factor/index.ts'
import { type AskNeeds, askForRemoval } from './ask-for-removal.ts'
import { KEEP_APP_LINK, LOST_APP_LINK } from './links.ts'
import {
  appsKeptPage,
  confirmLostAppPage,
  keepAppsPage,
  type LostAppView,
  lostAppAskedPage,
  lostAppPage,
} from './pages/lost-app.ts'
import { LOST_APP_PATHS } from './paths.ts'
import { findStoppable, stopByLink, stopRemoval } from './stop-removal.ts'

/** Everything that the pages of a lost app use. */
export type LostAppService = PageNeeds & SignedInNeeds & RequestLinkNeeds & AskNeeds & AsksOnPages

/** `/login/code/lost/`: asks for the removal of lost apps. `/login/code/keep/`: stops it. */
export function lostAppRoutes(service: LostAppService): readonly Route[] {
  const path = LOST_APP_PATHS.ask
  return [
    pageRoute(service, path, showReport),
    formRoute(service, path, pageAt(path), postReport),
    ...sentPages(service, LOST_APP_LINK),
    sendAgainRoute(service, LOST_APP_LINK, reportAgain),
    ...askingPages(service),
    ...stoppingPages(service),
    signedInFormRoute(service, LOST_APP_PATHS.keep, pageAt(PATHS.codes), keep),
  ]
}

async function showReport(request: PageRequest, service: LostAppService): Promise<Reply> {
  if (!(await awaitedCitizen(service, request))) return redirect(303, PATHS.login)
  return reportReply(request, service)
}

function reportReply(
  request: PageRequest,
  { lostAppWaitDays: days, onPages }: LostAppService,
  trouble?: LostAppView['trouble'],
): Reply {
  const { browser, frame } = request
  const sections = onPages.sections(LOST_APP_PATHS.ask, frame)
  const view = { csrfToken: browser.csrfToken, days, sections, trouble }
  return pageReply(request, lostAppPage(frame, view), trouble)
}

async function postReport(request: PageRequest, _: Parameters, service: LostAppService): Promise<Reply> {
  const replaces = readSentMail(service, request, LOST_APP_LINK)?.link
  const sent = await report(service, request, replaces)
  if (!sent) return redirect(303, PATHS.login)
  if (!sent.ok) return reportReply(request, service, sent.refusal)
  return redirectToSent(service, request, LOST_APP_LINK, { ...sent.value, fields: {}, mails: 1 })
}

/** Mails the link that proves the mailbox; nothing begins to wait yet. Nothing for a browser whose ticket is over: the password comes first again. */
async function report(service: LostAppService, request: PageRequest, replaces: SentMail['link']) {
  const citizen = await awaitedCitizen(service, request)
  if (!citizen) return undefined
  const { language } = request.frame
  const asked = { language, origin: originOf(request.http, 'anonymous'), code: { replaces } }
  return requestOwnLink(service, LOST_APP_LINK, citizen, asked)
}

async function reportAgain(request: PageRequest, { email, link }: SentMail, service: LostAppService) {
  const citizen = await awaitedCitizen(service, request)
  return citizen?.email === email ? report(service, request, link) : undefined
}

function askingPages(service: LostAppService): readonly Route[] {
  const { lostAppWaitDays: days } = service
  return linkPages(service, {
    rules: LOST_APP_LINK,
    find: (link) => findOwnedLink(service, LOST_APP_LINK, link),
    addressOf: ({ citizen: { email } }) => email,
    use: (found, form, { http, browser }) =>
      askForRemoval(service, found, {
        password: form.text('password'),
        deviceHash: browser.idHash,
        origin: originOf(http, 'anonymous'),
      }),
    script: service.baseUrl + script.path,
    form: (frame, { citizen: { email } }, view) => confirmLostAppPage(frame, { ...view, email, days }),
    outcome: String,
    done: (frame, _, outcome) => lostAppAskedPage(frame, { days, dueAt: readInstant(outcome) }),
  })
}

/** The page before notes when the apps go. A note of another page is none. */
const readInstant = (outcome: string) => (/^\d{1,12}$/.test(outcome) ? Number(outcome) : undefined)

function stoppingPages(service: LostAppService): readonly Route[] {
  return linkPages(service, {
    rules: KEEP_APP_LINK,
    find: (link) => findStoppable(service, link),
    addressOf: ({ citizen: { email } }) => email,
    use: (found, form, { http }) =>
      stopByLink(service, found, { email: form.text('email'), origin: originOf(http, 'anonymous') }),
    form: (frame, _, view) => keepAppsPage(frame, view),
    done: appsKeptPage,
  })
}

async function keep(request: SignedInRequest, _: Parameters, service: LostAppService): Promise<Reply> {
  const isStopped = await stopOwn(service, request, stopRemoval)
  return redirect(303, isStopped ? `${PATHS.codes}?notice=kept` : PATHS.codes)
}
