import { findEnded, findSignedIn, SESSION_COOKIE, type SignedIn } from '../access/index.ts'
import {
  carriedAddress,
  carryTyped,
  type FormPage,
  formRoute,
  type PageRequest,
  pageRoute,
  problemReply,
  readKeptForm,
} from '../hosted-page/index.ts'
import { isProofOf, requestAgainOr } from '../oauth/authorize/index.ts'
import { PATHS } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { enteredReply } from './entered-reply.ts'
import {
  entrantOf,
  type LoginPageNeeds,
  loginReply,
  onwardHref,
  type Refused,
  type SignInRequest,
  signInRequest,
} from './login-page.ts'
import { type SignInNeeds, signCitizenIn } from './sign-citizen-in.ts'

/** Everything that the sign-in page uses. */
export type SignInService = SignInNeeds & LoginPageNeeds

/** The sign-in page. */
export function signInRoutes(service: SignInService): Route[] {
  return [
    pageRoute(service, PATHS.login, showLogin),
    formRoute(
      service,
      PATHS.login,
      { ...requestAgainOr(PATHS.login), reopen: reopenFor(service) },
      postLogin,
    ),
  ]
}

async function showLogin(page: PageRequest, service: SignInService): Promise<Reply> {
  const query = page.http.query()
  if (!query.ok) return problemReply(page, 'bad-request')
  const request = signInRequest(service, page, query.value.get('resume'))
  const signedIn = await findSignedIn(service, page.http.cookie(SESSION_COOKIE))
  if (!request.resume && signedIn) return redirect(302, onwardHref(request))
  const known = carriedAddress(page) ?? (request.resume?.loginHint || undefined)
  const filledIn = known === undefined ? ownAddress(request, signedIn) : { email: known }
  return loginReply(service, request, { ...filledIn, signedOut: await signedOutIn(service, page) })
}

/** Whoever is signed in and has to prove it once more types the password alone. */
function ownAddress(
  { http, resume }: SignInRequest,
  signedIn: SignedIn | undefined,
): Pick<Refused, 'email' | 'asksForPassword'> {
  const isProof = resume && isProofOf(resume, http.cookie(SESSION_COOKIE))
  return signedIn && isProof ? { email: signedIn.citizen.email, asksForPassword: true } : {}
}

/** Why this browser is signed in no more, and whether it keeps what its citizen typed last. Nothing where it signed out itself. */
async function signedOutIn(service: SignInService, page: PageRequest): Promise<Refused['signedOut']> {
  const ended = await findEnded(service, page.http.cookie(SESSION_COOKIE))
  if (!ended) return undefined
  return { why: ended.why, isTypedKept: readKeptForm(page, ended.citizenId) !== undefined }
}

/** A form that has expired is shown again with its program and its address, unless somebody has signed in meanwhile. */
function reopenFor(service: SignInService): NonNullable<FormPage['reopen']> {
  return async (page, form) => {
    if (await findSignedIn(service, page.http.cookie(SESSION_COOKIE))) return undefined
    const request = signInRequest(service, page, form.get('resume'))
    return loginReply(service, request, { problem: 'form-expired', email: form.text('email') })
  }
}

async function postLogin(page: PageRequest, form: Parameters, service: SignInService): Promise<Reply> {
  const request = signInRequest(service, page, form.get('resume'))
  const email = form.text('email')
  const missing = (['email', 'password'] as const).filter((name) => form.text(name) === '')
  if (missing.length > 0) return againReply(service, request, { problem: { missing }, email })
  const entered = await signCitizenIn(service, attemptOf(request, form))
  if (entered.ok) return enteredReply(service, request, form, entered.value)
  return againReply(service, request, { problem: entered.refusal, email })
}

/** No address is longer (contract section 8), as JSON: what is a longer text there, such as one of quotes, is none. */
const MOST_ADDRESS_BYTES = 330

/** The form again, with the address. Whoever then asks for a new password need not type it again (WCAG 2.2, criterion 3.3.7). */
function againReply(service: SignInService, request: SignInRequest, refused: Refused): Reply {
  const reply = loginReply(service, request, refused)
  const email = refused.email ?? ''
  if (email === '' || Buffer.byteLength(JSON.stringify(email)) > MOST_ADDRESS_BYTES) return reply
  return { ...reply, cookies: [...reply.cookies, carryTyped(service, request.browser, email)] }
}

function attemptOf(request: SignInRequest, form: Parameters) {
  return { email: form.text('email'), password: form.text('password'), ...entrantOf(request) }
}
