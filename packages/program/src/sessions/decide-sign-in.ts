import type { VerifiedIdentity } from '../accounts.ts'
import type { Service } from '../service.ts'
import type { IdentityRow, LinkStart } from '../store/index.ts'
import type { SsoErrorParam } from '../wire.ts'
import { isAccountGone } from './account-gone.ts'
import { isLinkOpen } from './start-link.ts'

type DecideNeeds = Pick<Service, 'accounts' | 'store' | 'clock'>

/** Whether a sign-in may be handed on, or the word for the citizen and the reason for the log. */
export type SignInDecision =
  | { readonly kind: 'continue' }
  | { readonly kind: 'turned away'; readonly outcome: SsoErrorParam; readonly reason: string }

const CONTINUE: SignInDecision = { kind: 'continue' }

/** The callback only reads; the exchange checks again. */
export async function decideSignIn(
  service: DecideNeeds,
  identity: VerifiedIdentity,
  link: LinkStart | null,
): Promise<SignInDecision> {
  const known = await livingLinkOf(service, identity)
  if (link) return decideLink(service, link, { known, subject: identity.subject })
  if (known || !(await service.accounts.emailBelongsToLocalAccount(identity.email))) return CONTINUE
  return turnAway('existing_account', 'existing_account')
}

/** The citizen's link; one to an account that is gone counts as none, and gives way at the exchange. */
async function livingLinkOf(
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
    return turnAway('existing_account', 'link: the citizen is linked to another account')
  const other = await service.store.findIdentityByAccount(link.accountId)
  if (other && other.subject !== subject)
    return turnAway('existing_account', 'link: the account is linked to another citizen')
  if (await isLinkOpen(service, link)) return CONTINUE
  return turnAway('cancelled', 'link: the session that began it has ended, or its account is gone')
}

function turnAway(outcome: SsoErrorParam, reason: string): SignInDecision {
  return { kind: 'turned away', outcome, reason }
}
