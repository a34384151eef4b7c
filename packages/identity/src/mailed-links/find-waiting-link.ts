import { type Citizen, standingNow } from '../citizens/index.ts'
import { findGivenUp, findPutOff, findPutOffLink, findRefusal } from '../mail/index.ts'
import type { WhyNothing } from '../moments/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type AccountLinkRules, LINK_KINDS } from './link-kinds.ts'
import { type AskedLink, findAskedLinks } from './link-store.ts'
import type { MailedLinkWords } from './words/en.ts'

/** A link that a citizen has asked for and not used, and the rules of its kind. */
interface WaitingLink {
  readonly rules: AccountLinkRules
  readonly link: AskedLink
}

/** The newest link that a citizen has asked for and not used, also one that expired a few days ago. */
export async function findWaitingLink(
  db: Database,
  { citizenId, standing }: Pick<Citizen, 'citizenId' | 'standing'>,
): Promise<WaitingLink | undefined> {
  return standing === 'active' ? newestOf(await findAskedLinks(db, citizenId)) : undefined
}

/** The newest of these links whose letter can be sent once more. */
export function newestOf(links: readonly AskedLink[]): WaitingLink | undefined {
  const { recovery, verification, 'new-browser': newBrowser } = LINK_KINDS
  const [newest] = links.flatMap((link) => {
    const rules = [recovery, newBrowser, verification].find(({ kind }) => kind === link.kind)
    return rules ? [{ rules, link }] : []
  })
  return newest
}

/** The letters that have a link of this kind. A link for a new password that nobody asked for comes with a letter of its own. */
export function lettersWith({ kind, askedAt }: AskedLink) {
  return { kinds: kind === LINK_KINDS.recovery.kind ? [kind, 'was-not-me'] : [kind], since: askedAt }
}

/**
 * What the mail server replied that refused the letter with this link for good, `''` where it said nothing. Undefined where none did. Only the browsers that may read it have the refusal of their
 * own letter; that of any other one stands with its citizen.
 */
export async function findLinkRefusal(
  db: Database,
  link: AskedLink,
  citizenId: string | undefined,
): Promise<string | undefined> {
  const own = await findRefusal(db, link.hash)
  if (own !== undefined || citizenId === undefined) return own
  return findGivenUp(db, { citizenId, ...lettersWith(link) })
}

/**
 * How often the mail server put off the letter with this link, until it had ended; 0 where nothing tried to send it, or every try ended at our own relay, which was not reached or took nothing. Undefined where it was not too late. A letter is given up when its link has ended: what was given up before was another
 * one.
 */
export async function findLinkPutOff(
  db: Database,
  link: AskedLink,
  citizenId: string | undefined,
): Promise<number | undefined> {
  const own = await findPutOffLink(db, link.hash)
  if (own !== undefined || citizenId === undefined) return own
  return findPutOff(db, { citizenId, ...lettersWith(link), since: link.expiresAt })
}

/** Why no letter with a link would go out once more. */
export const whyNotResent: WhyNothing<keyof MailedLinkWords['acts']['resend']['nothing']> = async (
  { db, clock },
  { citizenId, ...citizen },
) => {
  const { standing } = await standingNow({ db, clock }, { ...citizen, citizenId })
  if (standing === 'suspended') return 'suspended'
  const waiting = await findWaitingLink(db, { citizenId, standing })
  if (!waiting) return 'nothing-waits'
  return (await findLinkRefusal(db, waiting.link, citizenId)) === undefined ? undefined : 'mail-refused'
}
