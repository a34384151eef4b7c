import { asOfNow, type Citizen, findHolderOfEmail, lockCitizen } from '../citizens/index.ts'
import { newsLetter } from '../mail/index.ts'
import type { HelpFormerOwner } from '../moments/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { NOBODY } from '../platform/nobody.ts'
import { type AddressChange, findChange } from './address-change-store.ts'
import { CHANGE_LETTERS } from './change-letters.ts'
import { isOpen } from './keep-address.ts'
import { KEEP_ADDRESS_LINK } from './links.ts'
import { maskEmail } from './mask-email.ts'

/**
 * Whoever asks for a new password at the address that the account had before gets the letter once more whose link gives it back. No
 * other link ends by that: nobody takes the way back away by asking. It speaks the language of whoever asks, because the account's may be
 * that of a thief.
 */
export const helpFormerOwner: HelpFormerOwner = async (needs, email, language) => {
  const { db, clock } = needs
  const now = clock.now()
  const holderId = (await findHolderOfEmail(db, email, now)) ?? NOBODY
  const citizen = await asOfNow(needs, await lockCitizen(db, holderId))
  const change = await findChange(db, holderId)
  if (!citizen || !change || !canUndo(citizen, change, now) || change.oldEmail !== email) return undefined
  const { newEmail, nextAt: until } = change
  const { securityVersion } = citizen
  return {
    ...{ citizenId: holderId, securityVersion },
    link: { ...KEEP_ADDRESS_LINK, lifetimeSeconds: until - now },
    write: (link) => ({
      letter: newsLetter(
        CHANGE_LETTERS.changed,
        { until, newAddress: maskEmail(newEmail), link },
        language,
        needs,
      ),
      envelope: { to: { name: citizen.fullName, address: email }, language, expiresAt: until },
    }),
  }
}

/** Whether the change was carried out, and the old address can still take it back. */
function canUndo(citizen: Citizen, change: AddressChange, now: UnixSeconds): boolean {
  return change.doneAt !== null && change.nextAt > now && isOpen(change, citizen)
}
