import { type Citizen, findHolderOfEmail, lockCitizen } from '../citizens/index.ts'
import { newsLetter } from '../mail/index.ts'
import type { HelpFormerOwner } from '../moments/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { NOBODY } from '../platform/nobody.ts'
import { type AddressChange, findChange, replaceUndoLink } from './address-change-store.ts'
import { CHANGE_LETTERS, mintKeepLink } from './change-letters.ts'
import { maskEmail } from './mask-email.ts'

/**
 * Whoever asks for a new password at the address that the account had before gets the letter once more whose link gives it back. The
 * link of the letter before ends; that of the first letter works on, so nobody can take the way back away by asking.
 */
export const helpFormerOwner: HelpFormerOwner = async (needs, email, language) => {
  const { db, clock } = needs
  const holderId = (await findHolderOfEmail(db, email, clock.now())) ?? NOBODY
  const citizen = await lockCitizen(db, holderId)
  const change = await findChange(db, holderId)
  const link = mintKeepLink(needs, { citizenId: holderId })
  const lost = citizen && change && canUndo(citizen, change, clock.now()) && change.oldEmail === email
  await replaceUndoLink(db, lost ? holderId : NOBODY, link.hash)
  if (!lost) return undefined
  const { newEmail, nextAt: until } = change
  const facts = { until, newAddress: maskEmail(newEmail), link: link.address }
  const spoken = citizen.language || language
  return {
    letter: newsLetter(CHANGE_LETTERS.changed, facts, spoken, needs),
    envelope: { to: { name: citizen.fullName, address: email }, language: spoken, expiresAt: until },
  }
}

function canUndo(
  { standing, email }: Citizen,
  { doneAt, newEmail, nextAt }: AddressChange,
  now: UnixSeconds,
): boolean {
  return standing === 'active' && email === newEmail && doneAt !== null && nextAt > now
}
