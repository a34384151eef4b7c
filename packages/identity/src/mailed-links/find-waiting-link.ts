import { type Citizen, standingNow } from '../citizens/index.ts'
import type { WhyNothing } from '../moments/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type AccountLinkRules, LINK_KINDS } from './link-kinds.ts'
import { findAskedLinks } from './link-store.ts'
import type { MailedLinkWords } from './words/en.ts'

/** The kind of the newest link that a citizen has asked for and not used, also one that expired a few days ago. */
export async function findWaitingKind(
  db: Database,
  { citizenId, standing }: Pick<Citizen, 'citizenId' | 'standing'>,
): Promise<AccountLinkRules | undefined> {
  const asked = standing === 'active' ? await findAskedLinks(db, citizenId) : []
  const { recovery, verification, 'new-browser': newBrowser } = LINK_KINDS
  const [newest] = asked.flatMap(
    ({ kind }) => [recovery, newBrowser, verification].find((one) => one.kind === kind) ?? [],
  )
  return newest
}

/** The kind of link whose letter an operator can send once more. Undefined where none would go out. */
export async function findResendable(
  needs: Pick<Basics, 'db' | 'clock'>,
  citizen: Citizen,
): Promise<AccountLinkRules | undefined> {
  const { standing } = await standingNow(needs, citizen)
  return findWaitingKind(needs.db, { ...citizen, standing })
}

/** Why no letter with a link would go out once more. */
export const whyNotResent: WhyNothing<keyof MailedLinkWords['acts']['resend']['nothing']> = async (
  needs,
  { citizenId, ...citizen },
) => {
  const { standing } = await standingNow(needs, { ...citizen, citizenId })
  if (standing === 'suspended') return 'suspended'
  return (await findWaitingKind(needs.db, { citizenId, standing })) ? undefined : 'noLink'
}
