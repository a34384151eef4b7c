import type { StartedSession } from '../access/index.ts'
import type { Citizen } from '../citizens/index.ts'
import {
  formRoute,
  type PageRequest,
  pageAt,
  pageReply,
  pageRoute,
  queryParameter,
  readKeptForm,
  readNote,
  type SignedInNeeds,
  type SignedInRequest,
  signedInPageRoute,
} from '../hosted-page/index.ts'
import type { AsksOnPages } from '../moments/index.ts'
import { readResume } from '../oauth/authorize/index.ts'
import { PATHS, type ProvenPage, provenPageOf } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { inLanguage } from '../platform/languages.ts'
import {
  entrantOf,
  type LoginPageNeeds,
  loginReply,
  onwardHref,
  type SignInRequest,
  signInRequest,
  welcomeReply,
} from '../sign-in/index.ts'
import { type FinishNeeds, findAwaited, finishSignIn } from './finish-sign-in.ts'
import { listCodes } from './list-codes.ts'
import { spentCodePage } from './pages/new-app.ts'
import { type SignInCodeView, signInCodePage } from './pages/sign-in-code.ts'
import { CODE_PATHS } from './paths.ts'
import { readSpent, writeSpent } from './spent-cookie.ts'
import { TICKET_COOKIE } from './ticket-cookie.ts'
import { CODE_WORDS } from './words/index.ts'

/** Everything that the second step of a sign-in uses. */
export type CodeService = FinishNeeds & LoginPageNeeds & AsksOnPages & SignedInNeeds

/** `/login/code/`: asks for the code after a right password, and takes it. */
export function codeRoutes(service: CodeService): readonly Route[] {
  return [
    pageRoute(service, PATHS.loginCode, showCode),
    formRoute(service, PATHS.loginCode, pageAt(PATHS.loginCode, 'resume'), postCode),
    signedInPageRoute(service, CODE_PATHS.spent, showSpent),
  ]
}

/** Redirects a browser that was just signed in with a recovery code to the page that says so, which leads on. */
function spentReply(
  service: CodeService,
  request: SignInRequest,
  session: StartedSession,
  leadsTo: ProvenPage | undefined,
): Reply {
  const { carried } = request
  const query = carried === undefined ? '' : `?resume=${encodeURIComponent(carried)}`
  const welcome = welcomeReply(request, session, CODE_PATHS.spent + query)
  return { ...welcome, cookies: [...welcome.cookies, writeSpent(service, request, session, leadsTo)] }
}

/**
 * Only a browser that was just signed in with a recovery code reads so; every other one is led on. A handle that is none, or a request
 * that waits no longer, leads to the account.
 */
async function showSpent(request: SignedInRequest, service: CodeService): Promise<Reply> {
  const handle = queryParameter(request, 'resume')
  const carried = readResume(request.browser, handle) && handle
  const spent = readSpent(request)
  const kept = readKeptForm(request, request.citizen.citizenId)
  const onHref = spent?.leadsTo ?? onwardHref({ carried, kept })
  if (!spent) return redirect(303, onHref)
  const { recoveryCodesLeft: left } = await listCodes(service, request)
  return pageReply(request, spentCodePage(request.frame, { left, onHref }))
}

/** The ticket that this browser has. Another browser cannot read it, and neither can this one after a sign-in or sign-out. */
const ticketOf = (page: PageRequest) => readNote(page, TICKET_COOKIE.name) ?? ''

/** The citizen whose password was right in this browser a moment ago. */
export async function awaitedCitizen(
  needs: Pick<FinishNeeds, 'db' | 'clock'>,
  page: PageRequest,
): Promise<Citizen | undefined> {
  return (await findAwaited(needs, ticketOf(page)))?.citizen
}

async function showCode(page: PageRequest, service: CodeService): Promise<Reply> {
  const query = page.http.query()
  const parameters = query.ok ? query.value : undefined
  if (!parameters || !(await awaitedCitizen(service, page))) return redirect(303, PATHS.login)
  return codeReply(service, signInRequest(service, page, parameters.get('resume')), parameters)
}

async function codeReply(
  service: CodeService,
  request: SignInRequest,
  form: Parameters,
  problem?: SignInCodeView['problem'],
): Promise<Reply> {
  const { browser, frame, resume } = request
  const { csrfToken } = browser
  const view: SignInCodeView = {
    csrfToken,
    kind: form.text('with') === 'recovery' ? 'recovery' : 'app',
    resume: request.carried,
    programName: resume?.programName,
    leadsTo: provenPageOf(form.text('leads_to')),
    problem,
    sections: service.onPages.sections(PATHS.loginCode, frame),
  }
  return pageReply({ browser }, signInCodePage(frame, view), problem, {
    formTargets: resume ? 'anywhere' : 'self',
  })
}

async function postCode(page: PageRequest, form: Parameters, service: CodeService): Promise<Reply> {
  const request = signInRequest(service, page, form.get('resume'))
  const { frame } = request
  const entered = await finishSignIn(service, {
    ticket: ticketOf(page),
    code: form.text('code'),
    entrant: entrantOf(request),
  })
  if (entered.ok) {
    const { session, kind } = entered.value
    const leadsTo = provenPageOf(form.text('leads_to'))
    return kind === 'recovery'
      ? spentReply(service, request, session, leadsTo)
      : welcomeReply(request, session, leadsTo)
  }
  // Who gave the right password may read the address that belongs to it.
  if (entered.refusal === 'unknown-browser') {
    const email = (await awaitedCitizen(service, page))?.email
    return loginReply(service, request, { problem: entered.refusal, email })
  }
  const { tooLate } = inLanguage(CODE_WORDS, frame.language)
  if (entered.refusal === 'too-late') return loginReply(service, request, { problem: { message: tooLate } })
  return codeReply(service, request, form, entered.refusal)
}
