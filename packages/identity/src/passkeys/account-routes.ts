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
import { proveRoute, type SignInNeeds } from '../sign-in/index.ts'
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
    proveRoute(service, 'passkeys', (request, problem) => passkeysReply(service, request, { problem })),
    signedInFormRoute(service, PATHS.removePasskey, again, remove),
  ]
}

function showPasskeys(request: SignedInRequest, service: PasskeyAccountService): Promise<Reply> {
  const given = queryParameter(request, 'notice')
  const notice = given === 'added' || given === 'removed' ? given : undefined
  return passkeysReply(service, request, { notice })
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
