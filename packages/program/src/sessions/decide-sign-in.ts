import type { VerifiedIdentity } from '../accounts.ts'
import type { Service } from '../service.ts'
import type { LinkStart } from '../store/index.ts'
import type { SsoErrorParam } from '../wire.ts'
import { isLinkOpen } from './start-link.ts'

type DecideNeeds = Pick<Service, 'accounts' | 'store' | 'clock'>

/** Whether a sign-in may be handed on; the callback only reads, and the exchange checks again. */
export async function decideSignIn(
  service: DecideNeeds,
  identity: VerifiedIdentity,
  link: LinkStart | null,
): Promise<'continue' | SsoErrorParam> {
  const known = await service.store.findIdentity(identity.issuer, identity.subject)
  if (link) return decideLink(service, link, { known, subject: identity.subject })
  if (known) return 'continue'
  return (await service.accounts.emailBelongsToLocalAccount(identity.email)) ? 'existing_account' : 'continue'
}

async function decideLink(
  service: DecideNeeds,
  link: LinkStart,
  { known, subject }: { known: { accountId: string } | null; subject: string },
): Promise<'continue' | SsoErrorParam> {
  if (known && known.accountId !== link.accountId) return 'existing_account'
  const other = await service.store.findIdentityByAccount(link.accountId)
  if (other && other.subject !== subject) return 'existing_account'
  return (await isLinkOpen(service, link)) ? 'continue' : 'cancelled'
}
