import { type Citizen, standingNow } from '../citizens/index.ts'
import type { WhyNothing } from '../moments/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type AccountLinkRules, LINK_KINDS } from './link-kinds.ts'
import { type AskedLink, findAskedLinks } from './link-store.ts'
import type { MailedLinkWords } from './words/en.ts'

/** The kind of the newest link that a citizen has asked for and not used, also one that expired a few days ago. */
export async function findWaitingKind(
  db: Database,
  { citizenId, standing }: Pick<Citizen, 'citizenId' | 'standing'>,
): Promise<AccountLinkRules | undefined> {
  return standing === 'active' ? newestKindOf(await findAskedLinks(db, citizenId)) : undefined
}

/** The kind of the newest of these links whose letter can be sent once more. */
export function newestKindOf(links: readonly AskedLink[]): AccountLinkRules | undefined {
  const { recovery, verification, 'new-browser': newBrowser } = LINK_KINDS
  const [newest] = links.flatMap(
    ({ kind }) => [recovery, newBrowser, verification].find((one) => one.kind === kind) ?? [],
  )
  return newest
}

/** Why no letter with a link would go out once more. */
export const whyNotResent: WhyNothing<keyof MailedLinkWords['acts']['resend']['nothing']> = async (
  needs,
  { citizenId, ...citizen },
) => {
  const { standing } = await standingNow(needs, { ...citizen, citizenId })
  if (standing === 'suspended') return 'suspended'
  return (await findWaitingKind(needs.db, { citizenId, standing })) ? undefined : 'nothing-waits'
}
