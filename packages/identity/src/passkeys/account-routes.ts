import { queryParameter, type SignedInRequest, signedInPageRoute } from '../hosted-page/index.ts'
import { PATHS } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { type ChangeProofsNeeds, provenFormRoute, proveRoute, type SignInNeeds } from '../sign-in/index.ts'
import { type PasskeyPageNeeds, passkeysReply } from './account-page.ts'
import { PASSKEY_PATHS } from './paths.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'

/** Everything that the account page of passkeys uses. */
export type PasskeyAccountService = PasskeyPageNeeds & ChangeProofsNeeds & SignInNeeds

/** `/account/passkeys/`: the passkeys, and the proof that a change needs. */
export function passkeyAccountRoutes(service: PasskeyAccountService): readonly Route[] {
  return [
    signedInPageRoute(service, PASSKEY_PATHS.page, showPasskeys),
    proveRoute(service, PASSKEY_PATHS.page, (request, problem) =>
      passkeysReply(service, request, { problem }),
    ),
    provenFormRoute(service, { page: PASSKEY_PATHS.page, path: PASSKEY_PATHS.remove }, remove),
    provenFormRoute(service, { page: PASSKEY_PATHS.page, path: PASSKEY_PATHS.rename }, rename),
  ]
}

const NOTICES = ['added', 'removed', 'renamed'] as const

function showPasskeys(request: SignedInRequest, service: PasskeyAccountService): Promise<Reply> {
  const given = queryParameter(request, 'notice')
  return passkeysReply(service, request, { notice: NOTICES.find((notice) => notice === given) })
}

async function remove(
  request: SignedInRequest,
  form: Parameters,
  service: PasskeyAccountService,
): Promise<Reply> {
  const removal = { id: form.text('passkey'), origin: request.origin }
  const removed = await removePasskey(service, request, removal)
  if (removed.ok) return redirect(303, `${PASSKEY_PATHS.page}?notice=removed`)
  return redirect(303, removed.refusal === 'not-recent' ? PASSKEY_PATHS.page : PATHS.login)
}

async function rename(
  request: SignedInRequest,
  form: Parameters,
  service: PasskeyAccountService,
): Promise<Reply> {
  const { origin } = request
  const [id, name] = [form.text('passkey'), form.text('name')]
  const renamed = await renamePasskey(service, request, { id, name, origin })
  if (renamed.ok) return redirect(303, `${PASSKEY_PATHS.page}?notice=renamed`)
  const { refusal } = renamed
  if (refusal === 'bad-name') return passkeysReply(service, request, { renaming: { id, name } })
  if (typeof refusal === 'object') return passkeysReply(service, request, { trouble: refusal })
  return redirect(303, refusal === 'not-recent' ? PASSKEY_PATHS.page : PATHS.login)
}
