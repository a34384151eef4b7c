import { SESSION_COOKIE } from '../access/index.ts'
import type { SignedInNeeds, SignedInRequest } from '../hosted-page/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Reply } from '../platform/http/reply.ts'
import { codeAwaitedReply, type LeadsTo, onwardHref, welcomeReply } from './login-page.ts'
import type { ProofRefusal } from './prove-password.ts'
import { type SignInNeeds, signCitizenIn } from './sign-citizen-in.ts'

/** Why a password was not taken. */
export type ProveAgainProblem = 'required' | ProofRefusal

/**
 * Takes the password of a citizen who is signed in: that is a new sign-in, which renews the session. Where the account asks
 * for a code, too, it comes next. `again` shows the page with a problem.
 */
export async function proveAgain(
  service: SignInNeeds & SignedInNeeds,
  request: SignedInRequest,
  form: Parameters,
  { leadsTo, again }: { leadsTo: LeadsTo; again: (problem: ProveAgainProblem) => Promise<Reply> },
): Promise<Reply> {
  const { http, browser, frame, citizen, origin } = request
  const password = form.text('password')
  if (password === '') return again('required')
  const proven = await signCitizenIn(service, {
    email: citizen.email,
    password,
    deviceHash: browser.idHash,
    cookieValue: http.cookie(SESSION_COOKIE),
    userAgent: http.header('user-agent'),
    language: frame.language,
    origin,
  })
  if (!proven.ok) return again(proven.refusal)
  const waiting = { browser, handle: undefined, resume: undefined }
  return proven.value.kind === 'entered'
    ? welcomeReply(request, proven.value.started, onwardHref(waiting, leadsTo))
    : codeAwaitedReply(service, waiting, proven.value.ticket, leadsTo)
}
