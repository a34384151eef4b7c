import type { VerifiedIdentity } from '../accounts.ts'
import type { Service } from '../service.ts'
import type { IdentityRow, LinkStart } from '../store/index.ts'
import type { SsoErrorParam } from '../wire.ts'
import { isAccountGone } from './account-gone.ts'
import { isLinkOpen } from './start-link.ts'

type DecideNeeds = Pick<Service, 'accounts' | 'store' | 'clock'>

/** Whether a sign-in continues, or the `sso_error` for the app and the reason for the log. */
export type SignInDecision =
  | { readonly kind: 'continue' }
  | { readonly kind: 'refused'; readonly outcome: SsoErrorParam; readonly reason: string }

const CONTINUE: SignInDecision = { kind: 'continue' }

/** Decides at the callback. It only reads, and the exchange checks again. */
export async function decideSignIn(
  service: DecideNeeds,
  identity: VerifiedIdentity,
  link: LinkStart | null,
): Promise<SignInDecision> {
  const known = await existingLinkOf(service, identity)
  if (link) return decideLink(service, link, { known, subject: identity.subject })
  if (known || !(await service.accounts.emailBelongsToLocalAccount(identity.email, identity))) return CONTINUE
  return refuse('existing_account', 'existing_account')
}

/** The citizen's link, or null. A link to a deleted account does not count. The exchange removes it. */
async function existingLinkOf(
  service: DecideNeeds,
  { issuer, subject }: VerifiedIdentity,
): Promise<IdentityRow | null> {
  const known = await service.store.findIdentity(issuer, subject)
  return known && !(await isAccountGone(service, known.accountId)) ? known : null
}

async function decideLink(
  service: DecideNeeds,
  link: LinkStart,
  { known, subject }: { known: { accountId: string } | null; subject: string },
): Promise<SignInDecision> {
  if (known && known.accountId !== link.accountId)
    return refuse('existing_account', 'link: the citizen is linked to another account')
  const other = await service.store.findIdentityByAccount(link.accountId)
  if (other && other.subject !== subject)
    return refuse('existing_account', 'link: the account is linked to another citizen')
  if (await isLinkOpen(service, link)) return CONTINUE
  return refuse('cancelled', 'link: the session that began it has ended, or its account does not exist')
}

function refuse(outcome: SsoErrorParam, reason: string): SignInDecision {
  return { kind: 'refused', outcome, reason }
}
