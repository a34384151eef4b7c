import type { AuditOrigin } from '../audit/index.ts'
import { type AllEnded, type Citizen, endAllAccess, setPasswordHash } from '../citizens/index.ts'
import type { AtMoment } from '../moments/index.ts'
import { endLinks, sendAccountLink } from './account-links.ts'
import { type AccountLinkRules, LINK_KINDS } from './link-kinds.ts'
import type { RequestLinkNeeds } from './request-link.ts'

/** Everything that `leaveToMail` uses. */
export interface LeaveToMailNeeds extends RequestLinkNeeds {
  /** Deletes what signs a citizen in beside the password, in the same transaction. */
  readonly revokeFactors: AtMoment
}

/** Why somebody else must have been in an account, and the language and place of who says so. */
export interface Objection extends Pick<AllEnded, 'cause' | 'sessionId'> {
  readonly language: string
  readonly origin: AuditOrigin & { readonly address: string }
}

/** A link for a new password that nobody asked for: its letter says why it comes. */
const UNASKED_RECOVERY: AccountLinkRules = {
  ...LINK_KINDS.recovery,
  letter: ({ link }) => ({ kind: 'was-not-me', link }),
}

/** No password has this hash. */
const NO_PASSWORD = ''

/**
 * Leaves an account to whoever reads its mail. Every session, code, token and link ends, the password and the passkeys sign nobody
 * in any more, and a link for a new password is mailed, unless the account is suspended: then it would not work. The caller has locked the citizen's row in this transaction.
 */
export async function leaveToMail(
  needs: LeaveToMailNeeds,
  citizen: Citizen,
  { language, ...objection }: Objection,
): Promise<void> {
  const { db, clock } = needs
  const { citizenId } = citizen
  const { origin } = objection
  const securityVersion = await endAllAccess(needs, { citizenId, ...objection })
  await setPasswordHash(db, citizenId, NO_PASSWORD, clock.now())
  const left = { ...citizen, securityVersion }
  await needs.revokeFactors(needs, left, origin)
  await endLinks(db, 'everything', citizenId)
  if (citizen.standing !== 'active') return
  const recipient = { ...left, isCitizen: true }
  await sendAccountLink(needs, UNASKED_RECOVERY, recipient, { language, origin, code: 'no-code' })
}
