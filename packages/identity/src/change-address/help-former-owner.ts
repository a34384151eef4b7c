import { type Citizen, findHolderOfEmail, lockCitizen } from '../citizens/index.ts'
import { newsLetter } from '../mail/index.ts'
import { storeLink } from '../mailed-links/index.ts'
import type { HelpFormerOwner } from '../moments/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { randomUuid } from '../platform/random.ts'
import { type AddressChange, findChange } from './address-change-store.ts'
import { CHANGE_LETTERS } from './change-letters.ts'
import { KEEP_ADDRESS_LINK } from './links.ts'
import { maskEmail } from './mask-email.ts'

/** How long the row of nobody's link is kept. */
const NOBODYS_SECONDS = 60

/**
 * Whoever asks for a new password at the address that the account had before gets the letter once more whose link gives it back. No
 * other link ends by that: nobody takes the way back away by asking. It speaks the language of whoever asks, because the account's may be
 * that of a thief.
 */
export const helpFormerOwner: HelpFormerOwner = async (needs, email, language) => {
  const { db, clock, random } = needs
  const now = clock.now()
  const nobody = { citizenId: randomUuid(random), securityVersion: 1 }
  const holderId = (await findHolderOfEmail(db, email, now)) ?? nobody.citizenId
  const citizen = await lockCitizen(db, holderId)
  const change = await findChange(db, holderId)
  const lost = citizen && change && canUndo(citizen, change, now) && change.oldEmail === email
  const lifetimeSeconds = lost ? change.nextAt - now : NOBODYS_SECONDS
  const rules = { ...KEEP_ADDRESS_LINK, lifetimeSeconds }
  const { address: link } = await storeLink(needs, rules, lost ? citizen : nobody)
  if (!lost) return undefined
  const { newEmail, nextAt: until } = change
  const facts = { until, newAddress: maskEmail(newEmail), link }
  return {
    citizenId: holderId,
    letter: newsLetter(CHANGE_LETTERS.changed, facts, language, needs),
    envelope: { to: { name: citizen.fullName, address: email }, language, expiresAt: until },
  }
}

function canUndo(
  { standing, email }: Citizen,
  { doneAt, newEmail, nextAt }: AddressChange,
  now: UnixSeconds,
): boolean {
  return standing === 'active' && email === newEmail && doneAt !== null && nextAt > now
}
