import { type Citizen, findHolderOfEmail, lockCitizen } from '../citizens/index.ts'
import { newsLetter } from '../mail/index.ts'
import type { HelpFormerOwner } from '../moments/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { NOBODY } from '../platform/nobody.ts'
import { type AddressChange, findChange, saveLinkAgain } from './address-change-store.ts'
import { CHANGE_LETTERS, mintKeepLink } from './change-letters.ts'
import { maskEmail } from './mask-email.ts'

/**
 * Whoever asks for a new password at the address that the account had before gets the letter once more whose link gives it back. It
 * ends the link that was sent again before, and never those of the two letters that came by themselves: nobody takes the way back away by asking.
 * It speaks the language of whoever asks, because the account's may be that of a thief.
 */
export const helpFormerOwner: HelpFormerOwner = async (needs, email, language) => {
  const { db, clock } = needs
  const holderId = (await findHolderOfEmail(db, email, clock.now())) ?? NOBODY
  const citizen = await lockCitizen(db, holderId)
  const change = await findChange(db, holderId)
  const link = mintKeepLink(needs, { citizenId: holderId })
  const lost = citizen && change && canUndo(citizen, change, clock.now()) && change.oldEmail === email
  await saveLinkAgain(db, lost ? holderId : NOBODY, link.hash)
  if (!lost) return undefined
  const { newEmail, nextAt: until } = change
  const facts = { until, newAddress: maskEmail(newEmail), link: link.address }
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
