import { factorRoutes, keptName } from '../factors/index.ts'
import { queryParameter, type SignedInRequest, signedInPageRoute } from '../hosted-page/index.ts'
import { PATHS } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { type ChangeProofsNeeds, provenFormRoute, proveRoute, type SignInNeeds } from '../sign-in/index.ts'
import { type CodesPageNeeds, codesReply } from './account-page.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { newCodesReply } from './new-codes-reply.ts'
import { APP_FORMS, CODE_PATHS } from './paths.ts'
import { removeAuthenticator } from './remove-authenticator.ts'
import { renameAuthenticator } from './rename-authenticator.ts'

/** Everything that the account page of codes uses. */
export type CodesAccountService = CodesPageNeeds & ChangeProofsNeeds & SignInNeeds

/** `/account/codes/`: the apps and the recovery codes, and the proof that a change needs. */
export function codesAccountRoutes(service: CodesAccountService): readonly Route[] {
  return [
    signedInPageRoute(service, PATHS.codes, showCodes),
    proveRoute(service, PATHS.codes, (request, problem) => codesReply(service, request, { problem })),
    ...factorRoutes(service, {
      page: PATHS.codes,
      forms: APP_FORMS,
      remove: removeAuthenticator,
      rename: renameAuthenticator,
      again: codesReply,
    }),
    provenFormRoute(service, { page: PATHS.codes, path: CODE_PATHS.recovery }, makeNew),
  ]
}

function showCodes(request: SignedInRequest, service: CodesAccountService): Promise<Reply> {
  return codesReply(service, request, {
    notice: queryParameter(request, 'notice'),
    renaming: keptName(request, CODE_PATHS.rename, 'app'),
  })
}

async function makeNew(
  request: SignedInRequest,
  _form: Parameters,
  service: CodesAccountService,
): Promise<Reply> {
  const { origin } = request
  const made = await makeRecoveryCodes(service, request, { origin })
  if (made.ok) return newCodesReply(service, request, made.value)
  const { refusal } = made
  if (typeof refusal === 'object') return codesReply(service, request, { trouble: refusal })
  return redirect(303, refusal === 'signed-out' ? PATHS.login : PATHS.codes)
}
