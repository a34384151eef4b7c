import { appendEvent } from '../audit/index.ts'
import { type Citizen, findCitizen, findCitizenIdByEmail, readEmail, readFields } from '../citizens/index.ts'
import { postLetter } from '../mail/index.ts'
import {
  keepLink,
  type LinkRequest,
  type LinkRequestRefusal,
  mintLink,
  type RequestLinkNeeds,
  readAsked,
  requestLink,
} from '../mailed-links/index.ts'
import { randomUuid } from '../platform/random.ts'
import type { Result } from '../platform/result.ts'

/** What a mailed link is asked for: a new password, or a browser that may try the old one. */
export type RecoveryKind = 'recovery' | 'new-browser'

const EVENTS = { recovery: 'recovery-requested', 'new-browser': 'browser-link-requested' } as const

/**
 * Sends the owner of an active account a link to a new password, or for a new browser. For every other address the same steps are taken
 * under an id that nobody has, with a letter that is thrown away.
 */
export function requestRecovery(
  needs: RequestLinkNeeds,
  kind: RecoveryKind,
  request: LinkRequest,
): Promise<Result<{ readonly email: string }, LinkRequestRefusal>> {
  return requestLink(needs, kind, {
    address: request.origin.address,
    read: () => readAsked(request, (given) => readFields<{ email: string }>(given, { email: readEmail })),
    send: (inTransaction, { email }) => send(inTransaction, kind, email, request),
  })
}

async function send(
  needs: RequestLinkNeeds,
  kind: RecoveryKind,
  email: string,
  { language, origin }: LinkRequest,
): Promise<void> {
  const { citizenId, securityVersion, fullName, isActive } = await findOwner(needs, email)
  const link = mintLink(needs, kind, citizenId)
  await keepLink(needs.db, kind, { ...link, securityVersion })
  await postLetter(needs, isActive ? { kind, link: link.address } : { kind: 'decoy' }, {
    to: { name: fullName, address: email },
    language,
    expiresAt: link.expiresAt,
  })
  await appendEvent(needs, { name: EVENTS[kind], origin, ...(isActive && { citizenId }) })
}

interface Owner extends Pick<Citizen, 'citizenId' | 'securityVersion' | 'fullName'> {
  readonly isActive: boolean
}

/** Whoever may recover by this address; where there is none, somebody who is not, found by the same statements. */
async function findOwner({ db, random }: RequestLinkNeeds, email: string): Promise<Owner> {
  const nobody = { citizenId: randomUuid(random), securityVersion: 1, fullName: '', isActive: false }
  const citizen = await findCitizen(db, (await findCitizenIdByEmail(db, email)) ?? nobody.citizenId)
  return citizen?.standing === 'active' ? { ...citizen, isActive: true } : nobody
}
