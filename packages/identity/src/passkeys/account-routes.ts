import { SESSION_COOKIE } from '../access/index.ts'
import {
  pageAt,
  queryParameter,
  type SignedInRequest,
  signedInFormRoute,
  signedInPageRoute,
} from '../hosted-page/index.ts'
import { PATHS } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { type SignInNeeds, signCitizenIn, welcomeReply } from '../sign-in/index.ts'
import { type PasskeyPageNeeds, passkeysReply } from './account-page.ts'
import type { ChangeNeeds } from './change-needs.ts'
import { removePasskey } from './remove-passkey.ts'

/** Everything that the account page of passkeys uses. */
export type PasskeyAccountService = PasskeyPageNeeds & ChangeNeeds & SignInNeeds

/** `/account/passkeys/`: the passkeys, and the proof that a change needs. */
export function passkeyAccountRoutes(service: PasskeyAccountService): readonly Route[] {
  const again = pageAt(PATHS.passkeys)
  return [
    signedInPageRoute(service, PATHS.passkeys, showPasskeys),
    signedInFormRoute(service, PATHS.proveForPasskeys, again, prove),
    signedInFormRoute(service, PATHS.removePasskey, again, remove),
  ]
}

function showPasskeys(request: SignedInRequest, service: PasskeyAccountService): Promise<Reply> {
  const given = queryParameter(request, 'notice')
  const notice = given === 'added' || given === 'removed' ? given : undefined
  return passkeysReply(service, request, { notice })
}

/** Takes the password of a citizen who is signed in: that is a new sign-in, which renews the session. */
async function prove(
  request: SignedInRequest,
  form: Parameters,
  service: PasskeyAccountService,
): Promise<Reply> {
  const { http, browser, frame, citizen, origin } = request
  const password = form.text('password')
  if (password === '') return passkeysReply(service, request, { problem: 'required' })
  const proven = await signCitizenIn(service, {
    email: citizen.email,
    password,
    deviceHash: browser.idHash,
    cookieValue: http.cookie(SESSION_COOKIE),
    userAgent: http.header('user-agent'),
    language: frame.language,
    origin,
  })
  if (!proven.ok) return passkeysReply(service, request, { problem: proven.refusal })
  return welcomeReply(request, proven.value, PATHS.passkeys)
}

async function remove(
  request: SignedInRequest,
  form: Parameters,
  service: PasskeyAccountService,
): Promise<Reply> {
  const removal = { id: form.text('passkey'), origin: request.origin }
  const removed = await removePasskey(service, request, removal)
  if (removed.ok) return redirect(303, `${PATHS.passkeys}?notice=removed`)
  return redirect(303, removed.refusal === 'not-recent' ? PATHS.passkeys : PATHS.login)
}
