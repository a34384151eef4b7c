import { formRoute, type PageRequest } from '../hosted-page/index.ts'
import { requestAgainOr } from '../oauth/authorize/index.ts'
import { PATHS, provenPageOf } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import {
  entrantOf,
  type LoginPageNeeds,
  loginReply,
  type SignInRequest,
  signInRequest,
  welcomeReply,
} from '../sign-in/index.ts'
import type { CeremonyPurpose } from './ceremony.ts'
import { relyingPartyOf } from './ceremony.ts'
import { passkeyFault } from './pages/passkey-form.ts'
import { PASSKEY_PATHS } from './paths.ts'
import { readAssertion } from './read-answer.ts'
import {
  type PasskeySignInNeeds,
  type PasskeySignInRefusal,
  signInWithPasskey,
} from './sign-in-with-passkey.ts'

/** Everything that a sign-in with a passkey uses. */
export type UseService = PasskeySignInNeeds & LoginPageNeeds

const PURPOSE: CeremonyPurpose = 'passkey sign-in'

/** `POST /login/passkey/`: signs in with a passkey alone. A refusal shows the sign-in page with a new question. */
export function useRoutes(service: UseService): readonly Route[] {
  return [formRoute(service, PASSKEY_PATHS.use, requestAgainOr(PATHS.login), postAnswer)]
}

async function postAnswer(page: PageRequest, form: Parameters, service: UseService): Promise<Reply> {
  const request = signInRequest(service, page, form.get('resume'))
  const challenge = page.browser.read(PURPOSE, form.text('ceremony'))
  const answer = readAssertion(form)
  const party = relyingPartyOf(service.baseUrl)
  if (challenge === undefined || !party) return again(service, request, 'too-late')
  if (!answer) return again(service, request, 'refused')
  const question = { party, challenge }
  const entered = await signInWithPasskey(service, { question, answer, entrant: entrantOf(request) })
  if (!entered.ok) return again(service, request, entered.refusal)
  return welcomeReply(request, entered.value, provenPageOf(form.text('leads_to')))
}

function again(service: UseService, request: SignInRequest, refusal: PasskeySignInRefusal): Reply {
  const problem = typeof refusal === 'object' ? refusal : passkeyFault(request.frame, refusal)
  return loginReply(service, request, { problem })
}
