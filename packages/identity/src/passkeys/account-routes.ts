import { factorRoutes, keptName } from '../factors/index.ts'
import { keptIn, queryParameter, type SignedInRequest, signedInPageRoute } from '../hosted-page/index.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { type ChangeProofsNeeds, proveRoute, type SignInNeeds } from '../sign-in/index.ts'
import { type PasskeyPageNeeds, passkeysReply } from './account-page.ts'
import { PASSKEY_FORMS, PASSKEY_PATHS } from './paths.ts'
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
    ...factorRoutes(service, {
      page: PASSKEY_PATHS.page,
      forms: PASSKEY_FORMS,
      remove: removePasskey,
      rename: renamePasskey,
      again: passkeysReply,
    }),
  ]
}

const NOTICES = ['added', 'removed', 'renamed'] as const

function showPasskeys(request: SignedInRequest, service: PasskeyAccountService): Promise<Reply> {
  const given = queryParameter(request, 'notice')
  const added = keptIn(request, PASSKEY_PATHS.add)?.name
  return passkeysReply(service, request, {
    notice: NOTICES.find((notice) => notice === given),
    renaming: keptName(request, PASSKEY_FORMS.renamePath, 'passkey'),
    ...(added !== undefined && { added: { name: added } }),
  })
}
